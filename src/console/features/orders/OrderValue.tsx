/** The values of an order with several values, each with its title. */
import { useLocale, useTranslate } from 'ra-core'
import type { Order } from '../../../contract/orders'
import { lineText } from '../../../engine/valueObject/lines'
import { LabelledFacts } from '../../ui/text/Facts'

type Lines = NonNullable<Order['dataLines']>

function useTexts(lines: Lines) {
  const translate = useTranslate()
  const locale = useLocale() === 'en' ? 'en' : 'ko'
  return lines.map((line, index) => ({
    name: String(index),
    ...lineText(line, locale, isTrue => translate(isTrue ? 'forms.yes' : 'forms.no')),
  }))
}

/** One below the other, on the page of the order. */
export function ValueLines({ lines }: { lines: Lines }) {
  return <LabelledFacts facts={useTexts(lines)} sx={{ borderLeft: 2, borderColor: 'divider', pl: 1.5 }} />
}

/** On one line, in a list. */
export function ValueLine({ lines }: { lines: Lines }) {
  return useTexts(lines)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(' · ')
}
