/** Fields that config adds to orders: required for one command, for staff only, a reference, and with a default. */
import type { Compiled } from '../../src/engine/compiled'
import { configFiles } from './configFiles'
import { configWith } from './sims'

type Json = Record<string, never> & { [key: string]: Json }

const ORDER_FIELDS = {
  reason: {
    type: 'select',
    label: { ko: '사유', en: 'Reason' },
    choices: [
      { value: 'fault', label: '장애' },
      { value: 'care', label: '점검' },
    ],
    required: { when: { field: 'code', eq: 'reboot' } },
  },
  ticket: { type: 'text', label: { ko: '접수 번호', en: 'Ticket' }, rules: ['digits'], max: 8 },
  remark: { type: 'text', label: '내부 메모', read: 'vendor', write: 'vendor' },
  payer: { type: 'reference', reference: 'clients', label: '비용 부담', read: 'vendor', write: 'vendor' },
  urgent: { type: 'boolean', label: '긴급', inDialog: true, default: false },
} as const

/** A config whose `orders.json` has these fields in the form, list and filters. @param change edits the file */
export function withOrderFields(change: (file: Json) => void = () => undefined): Compiled {
  const file = JSON.parse(configFiles()['resources/orders.json']!) as Json
  Object.assign(file.fields!, structuredClone(ORDER_FIELDS))
  Object.assign(file, {
    form: {
      sections: [
        { title: { ko: '접수', en: 'Request' }, fields: ['reason', 'ticket', 'urgent'] },
        { fields: ['remark', 'payer'] },
      ],
    },
  })
  const { columns, filters } = file.list as unknown as Record<'columns' | 'filters', unknown[]>
  columns!.push('reason', 'ticket')
  filters!.push(
    { name: 'reason', type: 'select', label: '사유', all: { value: '', label: '전체' } },
    { name: 'now', field: 'urgent', type: 'boolean', label: '긴급' },
  )
  return configWith('orders', file, change as never)
}
