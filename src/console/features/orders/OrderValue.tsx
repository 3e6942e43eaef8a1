/** The values of an order that has several, as people read them: by their titles. */
import { useLocale, useTranslate } from 'ra-core'
import type { Order } from '../../../contract/orders'
import { lineText } from '../../../engine/valueObject/lines'
import { LabelledFacts } from '../../ui/text/Facts'

type Lines = NonNullable<Order['dataLines']>

function useTexts(lines: Lines) {
  const translate = useTranslate()
  const locale = useLocale() === 'en' ? 'en' : 'ko'
  return lines.map((line, at) => ({
    name: String(at),
    ...lineText(line, locale, yes => translate(yes ? 'forms.yes' : 'forms.no')),
  }))
}

/** Beneath each other, on the page of the order. */
export function ValueLines({ lines }: { lines: Lines }) {
  return <LabelledFacts facts={useTexts(lines)} sx={{ borderLeft: 2, borderColor: 'divider', pl: 1.5 }} />
}

/** On one line, in a list. */
export function ValueLine({ lines }: { lines: Lines }) {
  return useTexts(lines)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(' · ')
}
