/** The word with which a sheet clears a value, in the current language. */
import { useLocale } from 'ra-core'
import { useConfig } from '../../config'
import { foreignLang } from '../../ui/text/Sentence'

export function useClearWord(): string {
  const { clear } = useConfig().roster
  const locale = useLocale()
  const isEnglish = (word: string) => foreignLang(word, 'ko') === 'en'
  return clear.find(word => isEnglish(word) === (locale === 'en')) ?? clear[0] ?? ''
}
