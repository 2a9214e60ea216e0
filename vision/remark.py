"""Where sentences in all languages were: they are scorer's now."""

from scorer.remark import Remark as Remark
