"""The drawings as the files that the page loads; ``scripts/drawings`` writes them."""

from voicegames.printing import domitrio_art, remmi_demmi_art
from voicegames.printing.svg import symbols


def page_files() -> dict[str, str]:
    """Return the text of each file of drawings, by its name in ``voicegames/screen/page``."""
    return {
        "remmi_demmi.svg": symbols(remmi_demmi_art.drawings(), "remmi"),
        "domitrio.svg": symbols(domitrio_art.drawings(), "domitrio"),
    }
