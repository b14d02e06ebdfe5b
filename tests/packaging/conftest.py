"""
Wheels that several tests install.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from sample_packaging import PROJECTS, build, repack


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    Give a folder with a wheel of each distribution here, and of what they need.
    """
    folder = tmp_path_factory.mktemp("wheels")
    for project in PROJECTS:
        built = build(project, "wheel", tmp_path_factory.mktemp(project.name))
        shutil.copy(built, folder)
    for name in ("attrs", "pluggy"):
        repack(name, folder)
    return folder
