"""Windows learned in parts; skipped where torch is not installed."""

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: the net goes untested")

from torch import nn  # noqa: E402

from depthwise import Depthwise, of_window  # noqa: E402

PLANES = 16
SHAPES = ((5, 1, 13, 10), (5, 2, 13, 9), (3, 1, 11, 8), (3, 2, 19, 13), (5, 1, 9, 7))
"""Window, stride, height and width."""


@pytest.mark.parametrize(("window", "stride", "high", "wide"), SHAPES)
def test_it_answers_and_learns_as_a_convolution_does(
    window: int, stride: int, high: int, wide: int
) -> None:
    torch.manual_seed(1)
    quick = Depthwise(PLANES, window, stride)
    plain = nn.Conv2d(PLANES, PLANES, window, stride, groups=PLANES, bias=False)
    plain.load_state_dict(quick.state_dict())
    shown = torch.rand(4, PLANES, high, wide).bfloat16()
    mine, theirs = shown.clone().requires_grad_(), shown.float().requires_grad_()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        answer = quick(mine)
    expected = plain(theirs)
    wanted = torch.randn_like(expected).bfloat16()
    answer.backward(wanted)
    expected.backward(wanted.float())
    assert mine.grad is not None
    assert mine.grad.dtype == torch.bfloat16
    for got, right in (
        (answer, expected),
        (mine.grad, theirs.grad),
        (quick.weight.grad, plain.weight.grad),
    ):
        # bf16 keeps eight bits.
        assert (got - right).abs().max() < 0.01 * right.abs().max()


def test_a_window_of_five_is_four_of_three() -> None:
    """In full floats there is nothing but the order of the sums to differ by."""
    torch.manual_seed(2)
    weight = torch.rand(PLANES, 1, 5, 5, requires_grad=True)
    x = torch.rand(4, PLANES, 13, 10)
    answer = nn.functional.conv2d(x, weight, None, 1, 0, 1, PLANES)
    grad = torch.randn_like(answer)
    answer.backward(grad)
    assert weight.grad is not None
    assert torch.allclose(of_window(x, grad, weight.detach(), 1), weight.grad, rtol=1e-4, atol=1e-3)


def test_in_full_floats_it_is_the_convolution_itself() -> None:
    torch.manual_seed(3)
    quick = Depthwise(PLANES, 5, 1)
    shown = torch.rand(2, PLANES, 9, 6)
    assert torch.equal(quick(shown), nn.Conv2d.forward(quick, shown))
