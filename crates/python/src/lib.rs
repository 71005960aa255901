//! The module `harary._engine`: the engine as Python sees it.
//!
//! This is a private module; the package `harary` is the API. Here values are
//! converted and errors translated, nothing is decided: one file for each thing
//! that Python can name. The stub beside the package, `_engine.pyi`, describes
//! the same in Python's words.

mod convert;
mod formula;
mod group;
mod perft;
mod prove;
mod rules;
mod state;
mod symmetry;
mod trim;
mod watch;

#[pyo3::pymodule]
mod _engine {
    #[pymodule_export]
    use super::formula::{format_qdimacs, parse_qdimacs, simplify, write_qdimacs};
    #[pymodule_export]
    use super::group::Group;
    #[pymodule_export]
    use super::perft::perft;
    #[pymodule_export]
    use super::prove::prove;
    #[pymodule_export]
    use super::rules::Rules;
    #[pymodule_export]
    use super::state::State;
    #[pymodule_export]
    use super::symmetry::automorphisms;
    #[pymodule_export]
    use super::trim::trim;

    #[pymodule_export]
    const MAX_CELLS: usize = harary_engine::bits::MAX_CELLS;
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
