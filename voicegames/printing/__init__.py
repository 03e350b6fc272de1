"""The games' own drawings, and the sheets to print: one source of the shapes for the page (SVG) and for paper (PDF)."""
