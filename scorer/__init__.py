"""The rules of Go-Stop: points, payouts, rounds and evenings, as values and pure functions.

>>> from scorer.cards import cards
>>> from scorer.combinations import score
>>> from scorer.payout import Showdown, Standing, settle
>>> from scorer.presets import house_rules
>>> rules = house_rules("fr-gostop", seats=3)
>>> ann = Standing(cards("01-bright 03-bright 08-bright"), gos=1)
>>> score(ann.captures, rules).total
3
>>> settle(Showdown((ann, Standing(), Standing(cards("11-bright"))), winner=0), rules).transfers
(12, -8, -4)

A round is played from a deal (`scorer.deal.start`): ask what is legal (`scorer.turns.legal`) and
apply it (`scorer.play.apply`); or from text (`scorer.notation.parse`, `scorer.replay.replay`).
"""
