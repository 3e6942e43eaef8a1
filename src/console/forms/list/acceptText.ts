/** What a search field takes of what is typed or pasted. */
import { acceptable } from '../../../engine/acceptable'

/** Longer text is cut, which the server would refuse: of digits no phone number, IMEI or serial has more; of anything else a name. */
const LONGEST = { digits: 32, text: 200 }

export const acceptText = (text: string, accept: string | undefined): string =>
  acceptable(text, accept).slice(0, accept ? LONGEST.digits : LONGEST.text)
