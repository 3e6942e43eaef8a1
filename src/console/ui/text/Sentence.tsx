/**
 * A text that may be in another language than the page: the specification has some English messages ("Client has been
 * deleted!"). They are marked with `lang`, or a screen reader would pronounce them as Korean.
 */
import { useLocale } from 'ra-core'

/**
 * The `lang` of a text on a Korean page: `en` if it contains at least one word and no Hangul. A word has three
 * lower-case letters in a row: an abbreviation such as `IMEI` is none.
 */
export function foreignLang(text: string, locale: string): 'en' | undefined {
  if (locale !== 'ko' || /[ㄱ-ㆎ가-힣]/.test(text)) return undefined
  return /[a-z]{3}/.test(text) ? 'en' : undefined
}

/** For a text that cannot be wrapped in `Sentence`, such as a placeholder: the `lang` of the element that has it. */
export function useLangOf(): (text: string) => 'en' | undefined {
  const locale = useLocale()
  return text => foreignLang(text, locale)
}

export function Sentence({ text }: { text: string }) {
  return <span lang={useLangOf()(text)}>{text}</span>
}
