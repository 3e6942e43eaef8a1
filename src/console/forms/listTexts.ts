/** The sentences of a list: those of config (`list.texts`), or the usual ones. */
import { useCallback } from 'react'
import { grouped } from '../../domain/grouped'
import type { CompiledResource, Words } from '../../engine/compiled'
import { fill } from '../../engine/i18n'
import { useTranslate } from '../config'

/** By default the label and the number. */
function countedWords({ list, label, labelOne = label }: CompiledResource): Words {
  const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
  return (
    list?.texts.counted ?? {
      ko: `${label.ko} %{count}`,
      en: `1 ${lower(labelOne.en)} |||| %{count} ${lower(label.en)}`,
    }
  )
}

/** A number of records in words, such as "3 devices"; with `more` "3+ devices". */
export function useCounted(resource: CompiledResource): (count: number, more?: boolean) => string {
  const translate = useTranslate()
  return useCallback(
    (count: number, more?: boolean) =>
      fill(translate(countedWords(resource)), { count: grouped(count, more) }),
    [translate, resource],
  )
}

export function useListTexts(resource: CompiledResource) {
  const translate = useTranslate()
  const counted = useCounted(resource)
  const { found, none, empty, loading } = resource.list?.texts ?? {}
  return {
    /** @param more more records than `count` match */
    found: (count: number, more?: boolean) =>
      found ? fill(translate(found), { count: grouped(count, more) }) : counted(count, more),
    /** The filters match nothing. */
    none: translate(none ?? 'records.empty.none'),
    /** There are no records. */
    empty: translate(empty ?? 'records.empty.title'),
    loading: translate(loading ?? 'shell.loading'),
  }
}
