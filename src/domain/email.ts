/** E-mail addresses (§5). */
import { MAX_EMAIL_LENGTH } from './credentials'
import { plainText } from './typed'

/** As in the HTML standard (`<input type=email>`), with a dot in the domain and at most 64 characters before `@`. */
const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/** True for an address that browsers accept, with a dot after the @ and at most `MAX_EMAIL_LENGTH` characters. */
export function isEmail(text: string): boolean {
  // Mail servers refuse a dot at the beginning or end of the part before the @, and two dots in a row.
  return text.length <= MAX_EMAIL_LENGTH && ADDRESS.test(text) && !/^\.|\.\.|\.@/.test(text)
}

/** The normal form, for comparing addresses. */
export function normalEmail(text: string): string {
  return plainText(text).toLowerCase()
}
