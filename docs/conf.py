# Settings of Sphinx. The site needs no network: neither to build nor to read.

import importlib.metadata

project = "Harary"
author = "The Harary developers"
copyright = author
release = importlib.metadata.version("harary")
version = ".".join(release.split(".")[:2])

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
source_suffix = {".md": "markdown"}

# An anchor for each heading, so that pages can point into one another.
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints = "description"
autodoc_default_options = {"members": True, "show-inheritance": True}

# With -n a reference to a name of ours that does not exist is an error. Names of
# the standard library have no page here to point to.
nitpick_ignore_regex = [("py:.*", r"(?!harary(\.|$)).*")]

html_theme = "furo"
html_title = f"Harary {release}"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
