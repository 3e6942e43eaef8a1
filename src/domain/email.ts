/** E-mail addresses (§5). */
import { plainText } from './typed'

const ADDRESS =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i

/**
 * True for an address of the form that browsers accept, with at least one dot behind the @ and 254 characters at most.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && !/^\.|\.\.|\.@/.test(text)
}

/** The form in which two spellings of one address are equal. */
export function normalEmail(text: string): string {
  return plainText(text).toLowerCase()
}
