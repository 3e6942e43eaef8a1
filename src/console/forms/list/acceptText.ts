/** The part of typed or pasted text that a search field accepts. */
import { keepAccepted } from '../../../domain/typed'

/** The server refuses longer searches. No phone number, IMEI or serial has more digits, no name more characters. */
const MAX_LENGTH = { digits: 32, text: 200 }

export const acceptText = (text: string, accept: string | undefined): string =>
  keepAccepted(text, accept).slice(0, accept ? MAX_LENGTH.digits : MAX_LENGTH.text)
