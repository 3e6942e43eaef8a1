/** Conversion between records of the API and rows with `extra`, and the values of renamed fields. */
import { describe, expect, test } from 'vitest'
import { splitStored, withExtra } from '../../src/engine/stored'
import { type ConfigFile, compileWith } from '../support/config'

const vendorsWith = (change: (file: ConfigFile) => void) =>
  compileWith({ 'resources/vendors.json': change }).shared.resources.vendors!
const withField = (name: string, more: object = {}) =>
  vendorsWith(({ fields }) => Object.assign(fields, { [name]: { type: 'text', label: '등급', ...more } }))

const withGrade = withField('grade')
const renamed = withField('rating', { renamedFrom: 'grade' })

test('a record is split into columns and extra; it has those fields that config has and the user may see', () => {
  const columns = { name: '가온' }
  expect(splitStored(withGrade, { ...columns, grade: 'A' })).toEqual({ columns, extra: { grade: 'A' } })
  expect(withExtra(withGrade, columns, { grade: 'A', gone: 'x' })).toEqual({ name: '가온', grade: 'A' })
  const isSeen = ({ name }: { name: string }) => name !== 'grade'
  expect(withExtra(withGrade, columns, { grade: 'A' }, isSeen)).toEqual(columns)
})

describe('a renamed field', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['has the value stored under its former name', { grade: 'A' }, 'A'],
    ['has the value stored under its new name, if there are both', { grade: 'A', rating: 'B' }, 'B'],
    ['stays empty after it was emptied', { grade: 'A', rating: null }, null],
    ['has no value if none is stored', {}, undefined],
  ])('%s', (_title, extra, value) => {
    expect(withExtra(renamed, {}, extra).rating).toBe(value)
  })

  test('has the value of the built-in field that it replaces', () => {
    const resource = vendorsWith(file => {
      const { addr, ...fields } = file.fields
      file.fields = { ...fields, place: { ...addr, renamedFrom: 'addr' } }
      const { form, list } = file
      Object.assign(file, JSON.parse(JSON.stringify({ form, list }).replaceAll('"addr"', '"place"')))
    })
    expect(withExtra(resource, { addr: '서울' }, {}).place).toBe('서울')
    expect(withExtra(resource, { addr: '서울' }, { place: '부산' }).place).toBe('부산')
  })
})
