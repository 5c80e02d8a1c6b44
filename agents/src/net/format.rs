//! The file format of weights: a short header, then every weight as a little-endian f32.
//!
//! The header is `ERGOMLP` and the byte 1 (the version of the format), then little-endian u32 values: the version
//! of the input features, the number of seats, the number of layers including inputs and outputs, and the units of
//! each layer. The weights follow in the order of [`Mlp`]. Nothing follows them.

use super::mlp::Mlp;

/// The first bytes of every weights file; the last byte is the version of the format.
const MAGIC: [u8; 8] = *b"ERGOMLP\x01";
/// Maximum number of layers accepted.
const MOST_LAYERS: usize = 8;
/// Maximum number of units per layer, because input indices are 16-bit.
const MOST_UNITS: usize = 1 << 16;

/// What a net was trained for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose {
    /// Version of the input features.
    pub features: u32,
    /// Number of seats.
    pub seats: u32,
}

/// The reason why bytes are not valid weights for a purpose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum WeightsError {
    #[error("not a weights file, expected ERGOMLP and version 1 at its start")]
    NotWeights,
    #[error("{found} bytes of weights, expected {expected} according to the header")]
    Length { found: usize, expected: usize },
    #[error("a net of shape {0:?}, expected inputs, one or more hidden layers, and outputs")]
    Shape(Vec<usize>),
    #[error("weights for inputs of version {found}, expected version {expected}: train them again")]
    Features { found: u32, expected: u32 },
    #[error("weights for {found} inputs, expected {expected}: train them again")]
    Inputs { found: usize, expected: usize },
    #[error("a net with {found} outputs, expected {expected}: it was trained for another purpose")]
    Outputs { found: usize, expected: usize },
    #[error("weights for {found} seats, expected {expected}")]
    Seats { found: u32, expected: u32 },
    #[error("a weight is not a number, expected all of them finite")]
    NotFinite,
}

/// Encodes `net` as the bytes of a weights file.
pub fn to_bytes(net: &Mlp, purpose: Purpose) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let mut put = |number: usize| bytes.extend_from_slice(&(number as u32).to_le_bytes());
    put(purpose.features as usize);
    put(purpose.seats as usize);
    put(net.shape().len());
    net.shape().iter().for_each(|&units| put(units));
    net.weights().iter().for_each(|weight| bytes.extend_from_slice(&weight.to_le_bytes()));
    bytes
}

/// Decodes a weights file for `purpose` with this many `inputs` and `outputs`.
///
/// # Errors
///
/// Returns an error if the bytes are not a weights file, if the net has another purpose or shape, or if a weight is
/// not finite.
pub fn from_bytes(bytes: &[u8], purpose: Purpose, inputs: usize, outputs: usize) -> Result<Mlp, WeightsError> {
    let rest = bytes.strip_prefix(&MAGIC).ok_or(WeightsError::NotWeights)?;
    let (numbers, short) = rest.as_chunks::<4>();
    let number =
        |place: usize| numbers.get(place).map(|&four| u32::from_le_bytes(four)).ok_or(WeightsError::NotWeights);
    let (features, seats, layers) = (number(0)?, number(1)?, number(2)? as usize);
    if layers > MOST_LAYERS {
        return Err(WeightsError::NotWeights);
    }
    let shape: Vec<usize> =
        (3..3 + layers).map(|place| number(place).map(|units| units as usize)).collect::<Result<_, _>>()?;
    if shape.len() < 3 || shape.iter().any(|&units| units == 0 || units > MOST_UNITS) {
        return Err(WeightsError::Shape(shape));
    }
    if features != purpose.features {
        return Err(WeightsError::Features { found: features, expected: purpose.features });
    }
    if seats != purpose.seats {
        return Err(WeightsError::Seats { found: seats, expected: purpose.seats });
    }
    if shape[0] != inputs {
        return Err(WeightsError::Inputs { found: shape[0], expected: inputs });
    }
    if shape[layers - 1] != outputs {
        return Err(WeightsError::Outputs { found: shape[layers - 1], expected: outputs });
    }
    let weights: Vec<f32> = numbers[3 + layers..].iter().map(|&four| f32::from_le_bytes(four)).collect();
    let expected = 4 * super::mlp::weights_of(&shape);
    let found = 4 * weights.len() + short.len();
    if found != expected {
        return Err(WeightsError::Length { found, expected });
    }
    if !weights.iter().all(|weight| weight.is_finite()) {
        return Err(WeightsError::NotFinite);
    }
    Mlp::from_weights(&shape, weights).ok_or(WeightsError::Shape(shape))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ergo_engine::rng::Seed;

    const PURPOSE: Purpose = Purpose { features: 4, seats: 3 };

    fn net() -> Mlp {
        Mlp::random(&[5, 3, 2, 1], 5, &mut Seed::master(1).rng())
    }

    #[test]
    fn net_survives_encoding_and_decoding() {
        let bytes = to_bytes(&net(), PURPOSE);
        assert_eq!(bytes.len(), 8 + 4 * (3 + 4) + 4 * (6 * 3 + 4 * 2 + 3));
        assert_eq!(from_bytes(&bytes, PURPOSE, 5, 1), Ok(net()));
    }

    #[test]
    fn weights_errors_name_the_mismatch() {
        let bytes = to_bytes(&net(), PURPOSE);
        let with = |features, seats, inputs| {
            from_bytes(&bytes, Purpose { features, seats }, inputs, 1).unwrap_err().to_string()
        };
        assert!(with(5, 3, 5).contains("version 4, expected version 5"));
        assert!(with(4, 2, 5).contains("3 seats, expected 2"));
        assert!(with(4, 3, 6).contains("5 inputs, expected 6"));
        let of = |bytes: &[u8]| from_bytes(bytes, PURPOSE, 5, 1).unwrap_err();
        assert_eq!(from_bytes(&bytes, PURPOSE, 5, 3).unwrap_err(), WeightsError::Outputs { found: 1, expected: 3 });
        assert_eq!(of(b"ERGOMLP\x02"), WeightsError::NotWeights);
        assert_eq!(of(&bytes[..15]), WeightsError::NotWeights);
        assert_eq!(of(&bytes[..bytes.len() - 1]), WeightsError::Length { found: 115, expected: 116 });
        let mut broken = bytes.clone();
        let last = broken.len() - 4;
        broken[last..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(of(&broken), WeightsError::NotFinite);
        let mut flat = bytes.clone();
        flat[24] = 0;
        assert!(matches!(of(&flat), WeightsError::Shape(_)));
    }
}
