/** A number of records in words, such as "3 devices" (`list.texts.counted` of config). */
import { useCallback } from 'react'
import { grouped } from '../../../domain/grouped'
import type { CompiledResource, Words } from '../../../engine/compiled'
import { fill } from '../../../engine/i18n'
import { useTranslate } from '../../config'

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

export function useCounted(resource: CompiledResource): (count: number) => string {
  const translate = useTranslate()
  return useCallback(
    (count: number) => fill(translate(countedWords(resource)), { count: grouped(count) }),
    [translate, resource],
  )
}
