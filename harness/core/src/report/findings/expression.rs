//! Arithmetic and comparisons of named values: `abs(p8 - p6) < 3%`, `0.2 < share < 0.3 and lead > 0`.

use std::fmt;

/// An arithmetic expression of named values.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A constant.
    Number(f64),
    /// A value, as an index into the names.
    Value(usize),
    /// `a + b`.
    Sum(Box<Expression>, Box<Expression>),
    /// `a - b`.
    Difference(Box<Expression>, Box<Expression>),
    /// `a * b`.
    Product(Box<Expression>, Box<Expression>),
    /// `a / b`.
    Quotient(Box<Expression>, Box<Expression>),
}

/// Parts of a claim that are joined by `and` and `or`.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// The expression is below 0.
    Below(Expression),
    /// All parts hold.
    All(Vec<Claim>),
    /// At least one part holds.
    Any(Vec<Claim>),
}

/// A syntax error: what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError(pub String);

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Expression {
    /// Parses an expression of the values called `names`.
    ///
    /// # Errors
    ///
    /// Returns the first token that does not fit, or a name that is unknown.
    pub fn parse(text: &str, names: &[&str]) -> Result<Self, SyntaxError> {
        let mut parser = Parser::new(text, names)?;
        let expression = parser.sum()?;
        parser.end()?;
        Ok(expression)
    }

    /// Returns the value at `values`, and its partial derivatives.
    pub fn evaluate(&self, values: &[f64]) -> (f64, Vec<f64>) {
        let both = |a: &Expression, b: &Expression| (a.evaluate(values), b.evaluate(values));
        let combine = |a: &[f64], b: &[f64], by_a: f64, by_b: f64| {
            a.iter().zip(b).map(|(a, b)| by_a * a + by_b * b).collect::<Vec<f64>>()
        };
        match self {
            Expression::Number(number) => (*number, vec![0.0; values.len()]),
            Expression::Value(place) => {
                let mut gradient = vec![0.0; values.len()];
                gradient[*place] = 1.0;
                (values[*place], gradient)
            }
            Expression::Sum(a, b) => {
                let ((a, da), (b, db)) = both(a, b);
                (a + b, combine(&da, &db, 1.0, 1.0))
            }
            Expression::Difference(a, b) => {
                let ((a, da), (b, db)) = both(a, b);
                (a - b, combine(&da, &db, 1.0, -1.0))
            }
            Expression::Product(a, b) => {
                let ((a, da), (b, db)) = both(a, b);
                (a * b, combine(&da, &db, b, a))
            }
            Expression::Quotient(a, b) => {
                let ((a, da), (b, db)) = both(a, b);
                (a / b, combine(&da, &db, 1.0 / b, -a / (b * b)))
            }
        }
    }

    /// Returns the expression with value `i` replaced by `expressions[i]`.
    pub fn substitute(&self, expressions: &[Expression]) -> Expression {
        let boxed = |one: &Expression| Box::new(one.substitute(expressions));
        match self {
            Expression::Number(number) => Expression::Number(*number),
            Expression::Value(place) => expressions[*place].clone(),
            Expression::Sum(a, b) => Expression::Sum(boxed(a), boxed(b)),
            Expression::Difference(a, b) => Expression::Difference(boxed(a), boxed(b)),
            Expression::Product(a, b) => Expression::Product(boxed(a), boxed(b)),
            Expression::Quotient(a, b) => Expression::Quotient(boxed(a), boxed(b)),
        }
    }

    /// Returns the indices of the values in it, ascending, each once.
    pub fn places(&self) -> Vec<usize> {
        let mut places = match self {
            Expression::Number(_) => Vec::new(),
            Expression::Value(place) => vec![*place],
            Expression::Sum(a, b)
            | Expression::Difference(a, b)
            | Expression::Product(a, b)
            | Expression::Quotient(a, b) => [a.places(), b.places()].concat(),
        };
        places.sort_unstable();
        places.dedup();
        places
    }
}

impl Claim {
    /// Parses a claim about the values called `names`.
    ///
    /// # Errors
    ///
    /// Returns the first token that does not fit, or a name that is unknown.
    pub fn parse(text: &str, names: &[&str]) -> Result<Self, SyntaxError> {
        let mut parser = Parser::new(text, names)?;
        let claim = parser.any()?;
        parser.end()?;
        Ok(claim)
    }

    /// Returns the expressions that are compared with 0, in the order of the text.
    pub fn comparisons(&self) -> Vec<&Expression> {
        match self {
            Claim::Below(expression) => vec![expression],
            Claim::All(parts) | Claim::Any(parts) => parts.iter().flat_map(Claim::comparisons).collect(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Number(f64),
    Name(String),
    Sign(char),
}

/// A side of a comparison: an expression or the absolute value of one.
enum Side {
    Plain(Expression),
    Absolute(Expression),
}

struct Parser<'n> {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
    names: &'n [&'n str],
}

impl<'n> Parser<'n> {
    fn new(text: &str, names: &'n [&'n str]) -> Result<Self, SyntaxError> {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = first.is_alphabetic() || first == '_';
            let is_number = first.is_ascii_digit() || first == '.';
            let length = match first {
                _ if is_word => rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()),
                _ if is_number => rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len()),
                '+' | '-' | '*' | '/' | '(' | ')' | '<' | '>' => 1,
                other => {
                    return Err(SyntaxError(format!(
                        "unexpected \"{other}\", expected names, numbers, + - * / ( ) < >"
                    )));
                }
            };
            let (token, after) = rest.split_at(length);
            rest = after;
            tokens.push(if is_word {
                Token::Name(token.to_owned())
            } else if is_number {
                let number: f64 = token.parse().map_err(|_| SyntaxError(format!("\"{token}\" is not a number")))?;
                let percent = rest.trim_start().strip_prefix('%');
                rest = percent.unwrap_or(rest);
                Token::Number(if percent.is_some() { number / 100.0 } else { number })
            } else {
                Token::Sign(first)
            });
            rest = rest.trim_start();
        }
        Ok(Parser { tokens: tokens.into_iter().peekable(), names })
    }

    fn take(&mut self, sign: char) -> bool {
        self.tokens.next_if_eq(&Token::Sign(sign)).is_some()
    }

    fn take_word(&mut self, word: &str) -> bool {
        self.tokens.next_if(|token| matches!(token, Token::Name(name) if name == word)).is_some()
    }

    fn error<T>(&mut self, expected: &str) -> Result<T, SyntaxError> {
        let found = match self.tokens.peek() {
            None => "the end".to_owned(),
            Some(Token::Number(number)) => format!("{number}"),
            Some(Token::Name(name)) => format!("\"{name}\""),
            Some(Token::Sign(sign)) => format!("\"{sign}\""),
        };
        Err(SyntaxError(format!("unexpected {found}, expected {expected}")))
    }

    fn end(&mut self) -> Result<(), SyntaxError> {
        if self.tokens.peek().is_some() { self.error("the end") } else { Ok(()) }
    }

    fn any(&mut self) -> Result<Claim, SyntaxError> {
        let mut parts = vec![self.all()?];
        while self.take_word("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Claim::Any(parts) })
    }

    fn all(&mut self) -> Result<Claim, SyntaxError> {
        let mut parts = vec![self.comparison()?];
        while self.take_word("and") {
            parts.push(self.comparison()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Claim::All(parts) })
    }

    /// Parses a comparison, or a chain such as `0.2 < share < 0.3`.
    fn comparison(&mut self) -> Result<Claim, SyntaxError> {
        let mut left = self.side()?;
        let mut parts = Vec::new();
        loop {
            let is_less = self.take('<');
            if !is_less && !self.take('>') {
                break;
            }
            let right = self.side()?;
            parts.push(if is_less { below(&left, &right)? } else { below(&right, &left)? });
            left = right;
        }
        match parts.len() {
            0 => self.error("< or >"),
            1 => Ok(parts.remove(0)),
            _ => Ok(Claim::All(parts)),
        }
    }

    fn side(&mut self) -> Result<Side, SyntaxError> {
        if self.take_word("abs") {
            if !self.take('(') {
                return self.error("\"(\" after abs");
            }
            let inner = self.sum()?;
            return if self.take(')') { Ok(Side::Absolute(inner)) } else { self.error("\")\"") };
        }
        Ok(Side::Plain(self.sum()?))
    }

    fn sum(&mut self) -> Result<Expression, SyntaxError> {
        let mut left = self.product()?;
        loop {
            if self.take('+') {
                left = Expression::Sum(Box::new(left), Box::new(self.product()?));
            } else if self.take('-') {
                left = Expression::Difference(Box::new(left), Box::new(self.product()?));
            } else {
                return Ok(left);
            }
        }
    }

    fn product(&mut self) -> Result<Expression, SyntaxError> {
        let mut left = self.factor()?;
        loop {
            if self.take('*') {
                left = Expression::Product(Box::new(left), Box::new(self.factor()?));
            } else if self.take('/') {
                left = Expression::Quotient(Box::new(left), Box::new(self.factor()?));
            } else {
                return Ok(left);
            }
        }
    }

    fn factor(&mut self) -> Result<Expression, SyntaxError> {
        if self.take('-') {
            return Ok(Expression::Difference(Box::new(Expression::Number(0.0)), Box::new(self.factor()?)));
        }
        if self.take('(') {
            let inner = self.sum()?;
            return if self.take(')') { Ok(inner) } else { self.error("\")\"") };
        }
        match self.tokens.next_if(|token| !matches!(token, Token::Sign(_))) {
            Some(Token::Number(number)) => Ok(Expression::Number(number)),
            Some(Token::Name(name)) => match self.names.iter().position(|known| *known == name) {
                Some(place) => Ok(Expression::Value(place)),
                None if name == "abs" => Err(SyntaxError("abs(…) can only be a whole side of a comparison".to_owned())),
                None => {
                    Err(SyntaxError(format!("unknown value \"{name}\", expected one of {}", self.names.join(", "))))
                }
            },
            _ => self.error("a number, a value or \"(\""),
        }
    }
}

/// Converts `left < right` to comparisons with 0.
fn below(left: &Side, right: &Side) -> Result<Claim, SyntaxError> {
    let minus =
        |a: &Expression, b: &Expression| Claim::Below(Expression::Difference(Box::new(a.clone()), Box::new(b.clone())));
    let negative = |a: &Expression| Expression::Difference(Box::new(Expression::Number(0.0)), Box::new(a.clone()));
    match (left, right) {
        (Side::Plain(left), Side::Plain(right)) => Ok(minus(left, right)),
        (Side::Absolute(left), Side::Plain(right)) => {
            Ok(Claim::All(vec![minus(left, right), minus(&negative(left), right)]))
        }
        (Side::Plain(left), Side::Absolute(right)) => {
            Ok(Claim::Any(vec![minus(left, right), minus(left, &negative(right))]))
        }
        _ => Err(SyntaxError("abs(…) on both sides, expected it on one".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expression_evaluates_with_derivatives() {
        let expression = Expression::parse("2 * (a - b) / c + 5%", &["a", "b", "c"]).unwrap();
        let (value, gradient) = expression.evaluate(&[7.0, 3.0, 4.0]);
        assert!((value - 2.05).abs() < 1e-12);
        assert_eq!(gradient, [0.5, -0.5, -0.5]);
        assert_eq!(Expression::parse("-a + 1", &["a"]).unwrap().evaluate(&[3.0]).0, -2.0);
        assert_eq!(expression.places(), [0, 1, 2]);
    }

    #[test]
    fn claim_chain_and_abs_become_comparisons() {
        let claim = Claim::parse("0.2 < a < 0.3 and abs(a - b) < 3% or b > 1", &["a", "b"]).unwrap();
        assert_eq!(claim.comparisons().len(), 5);
        let Claim::Any(parts) = claim else { panic!("or binds least") };
        assert!(matches!((&parts[0], &parts[1]), (Claim::All(_), Claim::Below(_))));
    }

    #[test]
    fn syntax_errors_name_the_token() {
        for (text, expected) in [
            ("a + b", "unexpected the end, expected < or >"),
            ("a < ", "unexpected the end, expected a number, a value or \"(\""),
            ("a < q", "unknown value \"q\", expected one of a, b"),
            ("a = 1", "unexpected \"=\", expected names, numbers, + - * / ( ) < >"),
            ("a < 1 b", "unexpected \"b\", expected the end"),
            ("abs(a) < abs(b)", "abs(…) on both sides, expected it on one"),
            ("1 + abs(a) < 2", "abs(…) can only be a whole side of a comparison"),
        ] {
            assert_eq!(Claim::parse(text, &["a", "b"]).unwrap_err().to_string(), expected, "{text}");
        }
    }
}
