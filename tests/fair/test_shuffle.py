"""The promises of `docs/fair-shuffle.md` about a single shuffle, and that each way to cheat is found."""

import dataclasses
import hashlib
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from random import Random

import msgspec
import pytest

from prial.cards import best_first, names
from prial.errors import PrialError
from prial.fair.even import below, shuffled
from prial.fair.hashes import NUMBER_BYTES, data, promise, salt, seal, text
from prial.fair.shuffle import (
    Deck,
    Secret,
    bound,
    check_deck,
    check_proof,
    drawn,
    four_words,
    number_picked,
    order,
    proof,
    stream,
    word_list,
)
from prial.fair.transcript import FORM, Group, Picked, Transcript, read, verify
from tests.campaigns import sizes
from tests.fair import write
from tests.fair.deals import WHOLE, chance, golden, play, transcript

SMALL = names(best_first(range(48, 52)))


def refused(told: object) -> str:
    """The code of the first fault in a transcript."""
    with pytest.raises(PrialError) as caught:
        list(verify(told))  # type: ignore[arg-type]
    return caught.value.refusal.code


# --- even, if one is honest -------------------------------------------------------------------------------------------


def dealt(deck: tuple[str, ...], places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([deck[place] for place in places])


def test_an_honest_house_makes_every_order_equally_likely_whatever_the_players_do() -> None:
    cards = "abcd"
    for places in permutations(range(4)):
        counts = Counter(dealt(deck, places) for deck in permutations(cards))
        assert set(counts.values()) == {1}
        assert len(counts) == 24


def test_one_honest_player_makes_every_order_equally_likely_whatever_the_house_does() -> None:
    # The honest number is drawn when both decks are bound: the seed is even over all that hash to it, so each row of the numbers
    # below is as likely as any other, and with it each deck and each order of places
    for decks in (("abcd", "badc"), ("abcd", "abcd"), ("dcba", "abcd")):
        counts = Counter[tuple[str, ...]]()
        for which, *rest in product(range(2), range(4), range(3), range(2)):
            row = iter(rest)
            counts[dealt(tuple(decks[which]), tuple(shuffled(range(4), lambda _, row=row: next(row))))] += 1  # type: ignore[misc]
        assert len(counts) == 24
        assert len(set(counts.values())) == 1


def test_a_number_below_n_is_even_and_one_without_throwing_away_is_found_to_be_biased() -> None:
    def spread(draw: object) -> set[int]:
        return set(Counter(draw(byte) for byte in range(256)).values())  # type: ignore[operator]

    for n in (3, 5, 52):
        fair = 256 - 256 % n
        assert len(set(Counter(byte % n for byte in range(fair)).values())) == 1
        assert len(spread(lambda byte, n=n: byte % n)) == 2  # the shuffle that is known to be bad
        thrown = iter([bytes([byte]) for byte in [*range(fair, 256), 0]])
        assert below(n, lambda _, thrown=thrown: next(thrown)) == 0  # type: ignore[misc]


def test_the_stream_is_the_one_of_the_page() -> None:
    taken = stream("seed")(70)
    blocks = [hashlib.sha256(f"prial-fair-1 stream\nseed\n{number}".encode()).digest() for number in range(3)]
    assert taken == b"".join(blocks)[:70]


# --- what stands in files ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(golden()))
def test_golden_transcripts_are_what_they_were_and_fit(name: str) -> None:
    written = (write.GOLDEN / f"{name}.json").read_bytes()
    told = read(written)
    assert told == golden()[name]
    assert all(each.words or each.void for each in verify(told))


def test_the_vectors_of_the_page_are_the_programs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fair-shuffle.md").read_text("utf-8")
    assert write.vectors() in page


def test_the_words_are_256_and_different() -> None:
    assert len(set(word_list())) == 256
    assert all(word.isascii() and word.isalpha() and word.islower() for word in word_list())


# --- every way to cheat -----------------------------------------------------------------------------------------------


def test_a_stacked_deck_is_found_every_second_time() -> None:
    def stack(secret: Secret) -> Secret:
        first, second = secret.decks
        return Secret(secret.number, (Deck(first.cards[2:4] + first.cards[2:], first.key), second))

    found = 0
    for seed in range(100):
        played = play(1, (0,), chance(seed), house=stack)
        if played.order.deck == 1:
            assert refused(transcript(0, played)) == "fair.cards"
            found += 1
    assert 30 < found < 70


def test_a_card_other_than_the_bound_one_is_found() -> None:
    played = play(1, (0, 1), chance(1))
    deck = played.secret.decks[played.order.deck]
    mine, theirs = played.hand(0, 0)[0], played.hand(0, 1)[0]
    other = Deck(deck.cards.replace(names([mine]), "??").replace(names([theirs]), names([mine])), deck.key)
    with pytest.raises(PrialError, match="isn't the card that the house had committed to"):
        check_proof("T1", played.bound, played.order.deck, proof(other, mine))


def test_a_hand_from_another_place_than_the_seats_own_is_found() -> None:
    played = play(1, (0, 1), chance(1))
    told = transcript(0, played)
    theirs = played.hand(0, 1)
    swapped = msgspec.structs.replace(
        told.shuffles[0],
        draws=(msgspec.structs.replace(told.shuffles[0].draws[0], mine=names(theirs)),),
        proofs=played.proofs(theirs),
    )
    assert refused(msgspec.structs.replace(told, shuffles=(swapped,))) == "fair.not_yours"


def test_a_card_before_its_time_and_one_without_a_proof_are_found() -> None:
    played = play(1, (0, 1), chance(1))
    told, later = transcript(0, played), played.cards[20]
    early = msgspec.structs.replace(told.shuffles[0], proofs=(*told.shuffles[0].proofs, *played.proofs([later])))
    assert refused(msgspec.structs.replace(told, shuffles=(early,))) == "fair.early"
    bare = msgspec.structs.replace(told.shuffles[0], proofs=told.shuffles[0].proofs[1:])
    assert refused(msgspec.structs.replace(told, shuffles=(bare,))) == "fair.unproven"


def test_a_number_that_was_left_out_changed_or_added_is_found() -> None:
    played = play(1, (0, 1), chance(1))
    told = transcript(0, played)
    one, other = told.shuffles[0], text(bytes(NUMBER_BYTES))
    without = msgspec.structs.replace(one.bound, promises={1: one.bound.promises[1]})
    assert refused(msgspec.structs.replace(told, shuffles=(msgspec.structs.replace(one, bound=without),))) == "fair.left_out"
    assert one.turned is not None
    for numbers, code in (
        ({**one.turned.numbers, 1: other}, "fair.number"),
        ({**one.turned.numbers, 2: other}, "fair.who"),
        ({0: one.turned.numbers[0]}, "fair.who"),
    ):
        turned = msgspec.structs.replace(one.turned, numbers=numbers)
        assert refused(msgspec.structs.replace(told, shuffles=(msgspec.structs.replace(one, turned=turned),))) == code
    replaced = msgspec.structs.replace(one.bound, promises={**one.bound.promises, 0: promise("T1", other)})
    assert refused(msgspec.structs.replace(told, shuffles=(msgspec.structs.replace(one, bound=replaced),))) == "fair.number"


def test_a_shuffle_told_twice_or_left_out_is_found() -> None:
    first, second, third = (play(number, (0,), chance(number)) for number in (1, 2, 3))
    assert refused(transcript(0, first, third)) == "fair.gap"
    assert refused(transcript(0, second, first)) == "fair.gap"
    assert refused(transcript(0, first, first)) == "fair.copied", "a copied line is no proof that the house cheated"
    assert refused(transcript(0, first, play(1, (0,), chance(9)))) == "fair.twice"
    assert len(list(verify(transcript(0, first, second, third)))) == 3


def test_a_void_shuffle_is_opened_whole_and_says_who_was_missing() -> None:
    void = play(1, (0, 2), chance(1), missing=(2,))
    (found,) = verify(transcript(0, void))
    assert (found.void, found.people, found.words) == ((2,), 1, ())
    first, second = void.secret.decks
    stacked = Secret(void.secret.number, (first, Deck(second.cards[2:] + second.cards[:2], second.key)))
    told = transcript(0, void)
    assert told.shuffles[0].voided is not None
    opened = msgspec.structs.replace(told.shuffles[0].voided, secret=stacked)
    assert (
        refused(msgspec.structs.replace(told, shuffles=(msgspec.structs.replace(told.shuffles[0], voided=opened),)))
        == "fair.deck"
    )


def test_a_house_that_calls_a_player_missing_whose_number_it_had_is_found() -> None:
    played = play(1, (0, 1), chance(1), missing=(0,))
    told = played.told(0)
    late = msgspec.structs.replace(told, mine=played.numbers[0])
    assert [each.void for each in verify(Transcript(FORM, "T1", 0, (late,)))] == [(0,)]  # the number may have been on its way
    heard = msgspec.structs.replace(late, heard=True)
    assert refused(Transcript(FORM, "T1", 0, (heard,))) == "fair.declared"


def test_a_void_shuffle_that_was_dealt_from_is_found() -> None:
    void, dealt = play(1, (0, 1), chance(1), missing=(1,)), play(1, (0, 1), chance(1))
    both = msgspec.structs.replace(void.told(0), turned=dealt.told(0).turned)
    assert refused(Transcript(FORM, "T1", 0, (both,))) == "fair.both"


def test_a_puppet_that_opens_late_has_one_choice_a_void_shuffle_and_all_see_it() -> None:
    """The last player to open is told the decks by the house, and opens nothing where the first card isn't an ace."""
    entropy, liked, voids = chance(1), 0, 0
    for _ in range(200):
        shuffles = [play(1, (0, 1), entropy)]
        if shuffles[0].cards[0] < 48:
            late = shuffles[0]
            shuffles = [dataclasses.replace(late, missing=(1,)), play(2, (0,), entropy)]  # and the next goes without the puppet
        liked += shuffles[-1].cards[0] >= 48
        void, *_ = verify(transcript(0, *shuffles))
        assert bool(void.void) == (len(shuffles) == 2)
        voids += len(shuffles) - 1
    assert 15 < liked < 60  # about 2 in 13 instead of 1: the price is that nearly every shuffle is void
    assert voids > 160


def test_two_players_who_were_shown_different_sheets_have_different_words() -> None:
    number, entropy = text(bytes(NUMBER_BYTES)), chance(1)
    promises = {0: promise("T1", number)}
    found = set()
    for _ in range(50):
        secret = drawn(SMALL, entropy)
        found.add(four_words(order("T1", bound("T1", 1, SMALL, "hands:1,1", promises, secret), {0: number}, secret.number)))
    assert len(found) == 50


def test_a_house_that_knew_the_numbers_first_could_choose_so_they_are_opened_after_the_binding() -> None:
    """Why the order of steps matters: with known numbers, suitable decks can be built, and the transcript shows nothing."""
    number, entropy = text(bytes(NUMBER_BYTES)), chance(1)
    promises = {0: promise("T1", number)}
    for _ in range(1000):
        secret = drawn(SMALL, entropy)
        told = bound("T1", 1, SMALL, "hands:1,1", promises, secret)
        found = order("T1", told, {0: number}, secret.number)
        if secret.decks[found.deck].cards[2 * found.places[0] :][:2] == "As":
            return  # four tries on average: the first card is as the house wants it
    pytest.fail("no deck suited")


def test_salts_used_twice_would_open_the_dealt_deck() -> None:
    """Why each deck has a key of its own: the other deck's key is told to everybody."""
    secret = drawn(WHOLE, chance(1))
    assert secret.decks[0].key != secret.decks[1].key
    reused = Secret(secret.number, (secret.decks[0], Deck(secret.decks[1].cards, secret.decks[0].key)))
    promises = {0: promise("T1", text(bytes(NUMBER_BYTES)))}
    told = bound("T1", 1, WHOLE, "hands:3,3", promises, reused)
    # Deck 1's key is opened while deck 0 is dealt: with a shared key, all salts of deck 0 follow, and with them each card
    key = reused.decks[1].key
    lying = [
        next(
            card
            for card in secret.decks[0]
            if seal("T1", 1, 0, place, card, salt(key, place)) == told.sheets[0][32 * place :][:32]
        )
        for place in range(52)
    ]
    assert "".join(lying) == secret.decks[0].cards


def test_a_house_that_deals_out_otherwise_once_it_knows_the_order_is_caught() -> None:
    """Cards put aside first would move everybody's cards by their number."""
    played = play(1, (0, 1), chance(1))
    for groups in (
        (Group("spare", (2,)), Group("hands", (3, 3))),
        (Group("hands", (3, 2)),),
        (Group("hands", (3, 3)), Group("spare", (1,))),
        (Group("drawn", (3, 3)),),
    ):
        played.draws = [groups]
        assert refused(transcript(0, played)) == "fair.first"
    played.draws = []
    assert refused(transcript(0, played)) == "fair.first"


def test_a_number_that_is_drawn_is_told_and_drawn_below_what_was_said() -> None:
    played = play(1, (0, 1), chance(1), pack="", first=4)
    assert len(list(verify(transcript(0, played)))) == 1
    for picked in (None, Picked(3, number_picked(played.order, 3))):
        assert refused(transcript(0, dataclasses.replace(played, picked=picked))) == "fair.first"


# --- proofs that aren't ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mutations", sizes(3_000, 100_000))
def test_no_mutated_proof_is_taken(mutations: int) -> None:
    rng, played = Random(1), play(1, (0,), chance(1))
    proofs = played.proofs(played.cards)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ \n٣"
    for _ in range(mutations):
        good = rng.choice(proofs)
        match rng.randrange(5):
            case 0:
                at = rng.randrange(len(good))
                bad = good[:at] + rng.choice(letters) + good[at + 1 :]
            case 1:
                bad = good[:4] + rng.choice(proofs)[4:]
            case 2:
                bad = rng.choice(proofs)[:2] + good[2:]
            case 3:
                bad = good[:2] + rng.choice(proofs)[2:4] + good[4:]
            case _:
                bad = good[: rng.randrange(len(good))] + rng.choice(["", "A", "AA", good])
        if bad in proofs:
            continue
        with pytest.raises(PrialError):
            check_proof("T1", played.bound, played.order.deck, bad)


def test_no_byte_that_is_hashed_can_be_changed() -> None:
    """Each character of sheets, promises, numbers, keys, decks and proofs in turn."""
    played = play(1, (0, 1), chance(1), pack=names(best_first(range(36, 52))), first=(Group("hands", (6, 6)),))
    plain = msgspec.to_builtins(transcript(0, played))

    def mutants(value: object, path: tuple[object, ...]) -> list[tuple[tuple[object, ...], str]]:
        if isinstance(value, dict):
            return [each for key in value for each in mutants(value[key], (*path, key))]
        if isinstance(value, list | tuple):
            return [each for at, item in enumerate(value) for each in mutants(item, (*path, at))]
        if not isinstance(value, str):
            return []
        return [(path, value[:at] + ("B" if value[at] == "A" else "A") + value[at + 1 :]) for at in range(len(value))]

    def changed(value: object, path: tuple[object, ...], to: str) -> object:
        if not path:
            return to
        if isinstance(value, dict):
            return {key: changed(item, path[1:], to) if key == path[0] else item for key, item in value.items()}
        assert isinstance(value, list | tuple)
        return [changed(item, path[1:], to) if at == path[0] else item for at, item in enumerate(value)]

    found = mutants(plain, ())
    assert len(found) > 500
    for path, mutant in found:
        with pytest.raises(PrialError):
            list(verify(read(msgspec.json.encode(changed(plain, path, mutant)))))


def test_a_second_spelling_of_bytes_is_refused() -> None:
    assert data(text(bytes(16)), 16) == bytes(16)
    for bad in ("A" * 21 + "B", "A" * 22 + "=", "A" * 21, "A" * 23, "٣" * 22):
        with pytest.raises(ValueError):  # noqa: PT011  # the library's first error
            data(bad, 16)


def test_an_opened_deck_has_every_card_of_the_pack() -> None:
    played = play(1, (0,), chance(1), pack=SMALL, first=())
    for which, deck in enumerate(played.secret.decks):
        check_deck("T1", played.bound, which, deck)
        with pytest.raises(PrialError):
            check_deck("T1", played.bound, which, Deck(deck.cards[:-2], deck.key))
