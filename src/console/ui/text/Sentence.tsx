/**
 * A sentence that may be in another language than the page: the specification keeps some in English ("Client has been
 * deleted!"), and a screen reader would read them by Korean rules.
 */
import { useLocale } from 'ra-core'

/** The `lang` of a text on a Korean page: English when it has words and no Hangul. Names such as IMEI are no words. */
export function foreignLang(text: string, locale: string): 'en' | undefined {
  if (locale !== 'ko' || /[ㄱ-ㆎ가-힣]/.test(text)) return undefined
  return /[A-Za-z]*[a-z]{3}/.test(text) ? 'en' : undefined
}

/** For elements of which the text is an attribute or a child that cannot be wrapped: `lang={langOf(text)}`. */
export function useLangOf(): (text: string) => 'en' | undefined {
  const locale = useLocale()
  return text => foreignLang(text, locale)
}

export function Sentence({ text }: { text: string }) {
  const lang = useLangOf()(text)
  return lang ? <span lang={lang}>{text}</span> : text
}
