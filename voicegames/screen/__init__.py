"""Views of the table. They get events and views, never the game itself."""
