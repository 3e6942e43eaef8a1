/** What a search field takes of what is typed or pasted. */
import { acceptable } from '../../../engine/acceptable'

/** Longer text is cut: no phone number, IMEI or serial has more, and the server refuses it. */
export const SEARCH_LENGTH = 32

export const acceptText = (text: string, accept: string | undefined): string =>
  acceptable(text, accept).slice(0, SEARCH_LENGTH)
