//! The columns that files of rows have in every game.

/// The columns every game's `rounds.csv` begins with.
pub(crate) const ROUND_PREFIX: &str = "arm,match,deal,rotation,round";
/// The columns every game's `seats.csv` begins with.
pub(crate) const SEAT_PREFIX: &str = "arm,match,round,seat,entrant";
/// The columns of `matches.csv`.
pub(crate) const MATCH_COLUMNS: &str =
    "arm,match,deal,rotation,seat,entrant,rounds,turns,score,rank,won,share,fault,table,decisions,adjudicated";
/// The columns every game's `luck.csv` begins with.
pub(crate) const LUCK_PREFIX: &str = "arm,match,deal,rotation,seat,entrant";
/// The columns of `agency.csv`.
pub(crate) const AGENCY_COLUMNS: &str =
    "arm,match,deal,rotation,table,seat,entrant,round,lap,options,tried,between,within";
/// The columns of `cards.csv`.
pub(crate) const CARD_COLUMNS: &str = "arm,match,deal,rotation,table,entrant,asked,card,lap,value,weight";
