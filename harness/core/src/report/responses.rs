//! Measures by arm and deal, from the stored blocks, as responses of models.

use std::collections::BTreeMap;

use super::block_store::BlockStore;
use super::deal_file::{DealSums, WeightedSum};
use super::table_stats::TableStats;
use crate::measure::MeasureKey;
use crate::rows::read::RowsError;

/// A measure at one table, in all arms.
pub(crate) struct Response {
    /// The measure.
    pub key: MeasureKey,
    /// The index of the table in the first arm.
    pub base: usize,
    /// Values `[arm][deal]`; their mean over deals is the value of the arm.
    pub values: Vec<Vec<f64>>,
    /// By arm, the seat that most often has the role by which seats differ most.
    pub classes: Vec<usize>,
}

/// Returns every measure of `keys` at every table that all `arms` arms have, by deal. A ratio of sums is linearised
/// (like its standard error): `r + (x − r·n) / mean n` for each deal, whose mean is r.
pub(crate) fn responses(
    kept: &mut BlockStore,
    lineups: &[TableStats],
    arms: usize,
    keys: &[MeasureKey],
) -> Result<Vec<Response>, RowsError> {
    // The line-up indices of each table's arms, in schedule order.
    let mut tables: Vec<Vec<usize>> = Vec::new();
    for (place, lineup) in lineups.iter().enumerate() {
        match tables.iter_mut().find(|table| lineups[table[0]].table == lineup.table) {
            Some(table) => table.push(place),
            None => tables.push(vec![place]),
        }
    }
    tables.retain(|table| table.len() == arms);
    let wanted = |lineup: &TableStats| -> Vec<(MeasureKey, Option<usize>)> {
        let at = keys.iter().map(|key| key.for_table(&lineup.table));
        at.map(|key| (key.clone(), lineup.keys().iter().position(|known| *known == key))).collect()
    };
    let places: Vec<Vec<(MeasureKey, Option<usize>)>> = lineups.iter().map(wanted).collect();
    let mut sums: Vec<BTreeMap<u64, Vec<WeightedSum>>> = vec![BTreeMap::new(); lineups.len()];
    let (mut reading, mut found) = (kept.read()?, DealSums::default());
    while reading.next(&mut found)? {
        let [(lineup, _), block @ .., blank] = &found.sums[..] else { continue };
        let lineup = *lineup as usize;
        let sum =
            |place: &(MeasureKey, Option<usize>)| place.1.and_then(|place| block.get(place)).copied().unwrap_or(*blank);
        sums[lineup].insert(found.deal, places[lineup].iter().map(sum).collect());
    }
    let mut all = Vec::new();
    for table in &tables {
        let deals: Vec<u64> = sums[table[0]]
            .keys()
            .copied()
            .filter(|deal| table.iter().all(|arm| sums[*arm].contains_key(deal)))
            .collect();
        let classes: Vec<usize> = table.iter().map(|arm| lineups[*arm].pivot().unwrap_or(0)).collect();
        for (i, (key, _)) in places[table[0]].iter().enumerate() {
            // A measure without values in all arms is not a measure of this table.
            if table.iter().all(|arm| places[*arm][i].1.is_none()) {
                continue;
            }
            let of = |arm: &usize| linear(&deals.iter().map(|deal| sums[*arm][deal][i]).collect::<Vec<_>>());
            if let Some(values) = table.iter().map(of).collect::<Option<Vec<_>>>() {
                all.push(Response { key: key.clone(), base: table[0], values, classes: classes.clone() });
            }
        }
    }
    Ok(all)
}

/// Returns a value for each deal whose mean is the ratio of the sums; `None` if the denominator is 0.
fn linear(sums: &[WeightedSum]) -> Option<Vec<f64>> {
    let (value, weight) = sums.iter().fold((0.0, 0.0), |(x, n), sum| (x + sum.0, n + sum.1));
    if weight <= 0.0 {
        return None;
    }
    let (ratio, mean) = (value / weight, weight / sums.len() as f64);
    Some(sums.iter().map(|(x, n)| ratio + (x - ratio * n) / mean).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_mean_equals_ratio() {
        let values = linear(&[(12.0, 3.0), (40.0, 5.0), (9.0, 2.0), (22.0, 4.0)]).unwrap();
        assert!((values.iter().sum::<f64>() / 4.0 - 83.0 / 14.0).abs() < 1e-12);
        // The spread equals the standard error of a ratio.
        let mut ratio = ergo_stats::Ratio::default();
        [(12.0, 3.0), (40.0, 5.0), (9.0, 2.0), (22.0, 4.0)].into_iter().for_each(|(x, n)| ratio.push(x, n));
        let mut moments = ergo_stats::Moments::default();
        values.iter().for_each(|value| moments.push(*value));
        assert!((moments.standard_error().unwrap() - ratio.standard_error().unwrap()).abs() < 1e-12);
        assert_eq!(linear(&[(0.0, 0.0), (0.0, 0.0)]), None);
    }
}
