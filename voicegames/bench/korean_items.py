"""The Korean part of the bench: its voices, and what they say.

The split is for good: nothing may be fitted or chosen on a REPORTING voice, nor on the words and sentences that only
reporting voices say. The variants of eSpeak NG that speak in the demo and in the tests of the recognisers are for
tuning. All voices share one synthesiser: figures tell how recognisers compare, not how well they hear people.
"""

from voicegames.bench.voices import CHILD_OF_HIGH, CHILD_OF_LOW, BenchVoice, Engine, Group, Shift, Split

_TUNING = (
    ("f5", Group.ADULT_HIGH, Shift()),
    ("aunty", Group.ADULT_HIGH, Shift()),
    ("robosoft", Group.ADULT_LOW, Shift()),
    ("sandro", Group.ADULT_LOW, Shift()),
    ("benjamin", Group.ADULT_LOW, Shift()),
    ("f3", Group.CHILD, CHILD_OF_HIGH),
)
_REPORTING = (
    ("f4", Group.ADULT_HIGH, Shift()),
    ("linda", Group.ADULT_HIGH, Shift()),
    ("m1", Group.ADULT_LOW, Shift()),
    ("m7", Group.ADULT_LOW, Shift()),
    ("Alex", Group.ADULT_LOW, Shift()),
    ("m4", Group.CHILD, CHILD_OF_LOW),
)


def _voice(split: Split, variant: str, group: Group, shift: Shift) -> BenchVoice:
    name = f"korean {variant}{', child' if group is Group.CHILD else ''}"
    return BenchVoice(name, f"korean {variant}", split, group, Engine.ESPEAK, f"ko+{variant}", shift)


VOICES = tuple(
    _voice(split, *row) for split, rows in ((Split.TUNING, _TUNING), (Split.REPORTING, _REPORTING)) for row in rows
)
"""All Korean voices."""


def korean_voices(split: Split) -> tuple[BenchVoice, ...]:
    """Return the Korean voices of one side of the split."""
    return tuple(voice for voice in VOICES if voice.split is split)


ANSWERS = (
    *("플라밍고", "홍학", "펭귄", "낙타", "얼룩말", "거북이", "거북"),
    *("파랑", "파란색", "초록", "초록색", "분홍", "분홍색", "핑크", "하양", "하얀색", "흰색", "노랑", "노란색"),
    *("없음", "없어", "도델리도"),
)
"""The words that end a statement, each in one of its equal names."""

OH = "오"
FILLERS = ("음", "어")

NEAR_WORDS: dict[Split, tuple[str, ...]] = {
    Split.TUNING: ("낙지", "펭수", "거미", "파도", "초롱", "노래", "분수", "하루", "업무", "얼음", "도레미", "오리"),
    Split.REPORTING: ("낙엽", "팽이", "거울", "바람", "초대", "노을", "한약", "기분", "없다", "얼룩", "도미노", "오이"),
}
"""Words that sound like those of the game and are none of them."""

FAR_WORDS: dict[Split, tuple[str, ...]] = {
    Split.TUNING: ("자동차", "선생님", "컴퓨터", "사과", "학교", "의자", "비행기", "수박", "연필", "감사합니다"),
    Split.REPORTING: ("텔레비전", "바나나", "친구", "시계", "창문", "고구마", "병원", "우산", "냉장고", "미안해요"),
}
"""Everyday words that sound like none of the game."""

SENTENCES: dict[Split, tuple[str, ...]] = {
    Split.TUNING: (
        *("잠깐만 기다려 주세요", "이제 네 차례야", "우리 집에 가자", "물 좀 주세요", "카드가 몇 장 남았어"),
        *("펭귄이 내 카드에 있어", "나는 파란색이 제일 좋아", "오 정말 재미있다", "거북이가 경주에서 이겼어"),
    ),
    Split.REPORTING: (
        *("오늘 저녁에 뭐 먹을까", "그건 불공평해요", "문 좀 닫아 줄래", "지금 몇 시예요", "다음 주에 할머니가 오셔"),
        *("저기 얼룩말 좀 봐", "초록색 옷을 입은 사람", "오 안 돼 또 졌어", "냉장고에 없어 진짜야"),
    ),
}
"""What is said at a table, some of it with a word of the game."""

PLAIN_SENTENCES: dict[Split, tuple[str, ...]] = {
    Split.TUNING: ("잠깐만 기다려 주세요", "이제 네 차례야", "우리 집에 가자", "물 좀 주세요", "카드가 몇 장 남았어"),
    Split.REPORTING: (
        *("오늘 저녁에 뭐 먹을까", "그건 불공평해요", "문 좀 닫아 줄래", "지금 몇 시예요", "다음 주에 할머니가 오셔"),
    ),
}
"""What the background talks about: nothing with a word of the game."""
