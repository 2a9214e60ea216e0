"""What is kept of many."""

from vision.even_sample import EvenSample


def test_few_are_all_kept_and_many_evenly() -> None:
    sample = EvenSample[int](8)
    for number in range(100):
        sample.add(number)
        assert len(sample.items) <= 8
        if number < 8:
            assert sample.items == list(range(number + 1))
    assert sample.items == list(range(0, 100, 16))
    assert sample.came == 100
