/** A resource that exists only in config, with every kind of field that a list can filter or sort by. */
import type { Compiled } from '../../src/engine/compiled'
import { compileWith } from './config'

type Json = Record<string, unknown>

export const SIMS = {
  label: 'SIM 카드',
  recordName: 'iccid',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'vendor' },
  fields: {
    iccid: { type: 'text', label: 'ICCID', required: true, rules: ['digits'], max: 20 },
    carrier: {
      type: 'select',
      label: '통신사',
      required: true,
      choices: [
        { value: 'skt', label: 'SKT' },
        { value: 'kt', label: 'KT' },
      ],
    },
    tags: {
      type: 'multi-select',
      label: '표시',
      choices: [
        { value: 'new', label: '신규' },
        { value: 'spare', label: '예비' },
      ],
    },
    active: { type: 'boolean', label: '사용' },
    activated: { type: 'date', label: '개통' },
    checked: { type: 'datetime', label: '점검' },
    cost: { type: 'number', label: '월 요금', min: 0, max: 1_000_000 },
    phone: { type: 'phone', label: '번호' },
    device: { type: 'reference', reference: 'devices', label: '단말' },
    model: { type: 'reference', reference: 'models', label: '모델' },
    vendor: { type: 'reference', reference: 'vendors', label: '업체', empty: { value: 0, label: '없음' } },
    pin: { type: 'password', label: 'PIN' },
    price: { type: 'number', label: '원가', read: 'master', write: 'master' },
    note: { type: 'multiline', label: '메모', max: 1000 },
  },
  list: {
    columns: ['index', 'iccid', 'carrier', 'cost'],
    filters: [
      { name: 'q', type: 'search', label: '검색' },
      { name: 'carrier', type: 'select', label: '통신사', all: { value: 'all', label: '전체' } },
      { name: 'secret', type: 'search', fields: ['note'], label: '메모', level: 'master' },
    ],
  },
} as const

/** The package's config with this file of a resource. @param change edits the file before it is compiled */
export function configWith(
  name: string,
  file: object,
  change: (file: Json) => void = () => undefined,
): Compiled {
  const content = structuredClone(file) as Json
  change(content)
  return compileWith({ [`resources/${name}.json`]: content })
}
