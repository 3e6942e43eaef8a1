/** IMEI, the identity of a device: 14 digits and a Luhn check digit (3GPP TS 23.003). */

type ImeiProblem = 'notDigits' | 'length' | 'checkDigit'

/** The problem of an IMEI; `undefined` if it is valid. */
export function checkImei(text: string): ImeiProblem | undefined {
  if (!/^\d+$/.test(text)) return 'notDigits'
  if (text.length !== 15) return 'length'
  return luhnDigit(text.slice(0, 14)) === Number(text[14]) ? undefined : 'checkDigit'
}

/** The Luhn check digit to append to these digits. */
export function luhnDigit(digits: string): number {
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight++) {
    let digit = Number(digits[digits.length - 1 - fromRight])
    if (fromRight % 2 === 0) {
      digit *= 2
      if (digit > 9) digit -= 9
    }
    sum += digit
  }
  return (10 - (sum % 10)) % 10
}
