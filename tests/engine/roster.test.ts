/** A row of the sheet that registers or updates devices becomes a record, or is refused with its problems. */
import { describe, expect, it } from 'vitest'
import type { CompiledConfig, CompiledField, CompiledRosterColumn } from '../../src/engine/compiled'
import { type RosterCell, type RosterRow, rosterPlan, rosterReader } from '../../src/engine/roster'
import { checkCell } from '../../src/engine/roster/cell'
import { compileWith, packageConfig } from '../support/config'
import { contentOf, errorLinesOf } from '../support/slips'

const LEVELS = { master: 9, vendor: 6, client: 3 } as const

/** A cell of the sheet: its text, or further properties. */
type Given = string | Partial<RosterCell>

const cell = (given: Given, column: number): RosterCell => {
  const properties = typeof given === 'string' ? { text: given } : given
  const text = properties.text ?? ''
  return { column, kind: 'text', raw: text, ...properties, text }
}
const row = (number: number, cells: readonly Given[]): RosterRow => ({
  number,
  cells: cells
    .map((given, index) => cell(given, index + 1))
    .filter(({ text, kind }) => text !== '' || kind === 'formula'),
})

const HEADER = ['IMEI', '전화번호', '시리얼', '모델', '그룹', '하위 그룹', '버전', 'APN', '업체', '회원']
const VALID = ['490154203237518', '010-1234-5678', 'S1', 'FT-100']

/** The reader for a sheet with this header, or the problems of the header. */
function openRoster(
  header: readonly Given[] = HEADER,
  level = 9,
  config: CompiledConfig = packageConfig().shared,
) {
  return rosterReader(row(1, header), { plan: rosterPlan(config), config, level, locale: 'ko' })
}

function reader(...parameters: Parameters<typeof openRoster>) {
  const opened = openRoster(...parameters)
  if ('problems' in opened) throw new Error(JSON.stringify(opened.problems))
  return opened.reader
}

/** The problem of a cell in this column (from 1), or its stored text. */
function readCell(column: number, given: Given) {
  const cells: Given[] = [...VALID]
  while (cells.length < column) cells.push('')
  cells[column - 1] = given
  const { record, problems } = reader().read(row(2, cells))
  return problems[0]?.code ?? Object.values(record.values)[column - 1] ?? ''
}

describe('An IMEI in a roster', () => {
  it.each<[Given, string]>([
    ['490154203237518', '490154203237518'],
    [' 49-015420-323751-8 ', '490154203237518'],
    ['\u200b490154203237518\ufeff', '490154203237518'],
    ["'490154203237518", '490154203237518'],
    ['\u00a0490154203237518', '490154203237518'],
    [{ text: '490154203237518', kind: 'number' }, '490154203237518'],
    [{ text: '490154203237518', kind: 'number', raw: '4.90154203237518E+14' }, '490154203237518'],
    ['4901542032375180', 'imeiLength'],
    ['490154203237517', 'imeiCheckDigit'],
    ['3.5E+14', 'exponent'],
    ['4,9E14', 'exponent'],
    [{ text: '350000000000000', kind: 'number', raw: '3.5E+14' }, 'exponent'],
    ['350123400000000', 'exponent'],
    ['13266008012009', 'imeiZero'],
    ['imei', 'imeiDigits'],
    ['٤٩٠١٥٤٢٠٣٢٣٧٥١٨', 'imeiDigits'],
    ['490154203237518\u0000', 'control'],
    [{ text: '490154203237518', kind: 'formula' }, 'formula'],
    [{ text: '', kind: 'formula' }, 'formula'],
    [{ text: '#N/A', kind: 'error' }, 'errorCell'],
    ['', 'required'],
  ])('%j: %s', (given, expected) => expect(readCell(1, given)).toBe(expected))
})

describe('A phone number in a roster', () => {
  it.each<[Given, string]>([
    ['01012345678', '01012345678'],
    ['010-1234-5678', '01012345678'],
    ['010.1234.5678', '01012345678'],
    ['(02) 1234-5678', '0212345678'],
    ['+82 (0)10-1234-5678', '01012345678'],
    ['1012345678', 'phoneZero'],
    [{ text: '1012345678', kind: 'number' }, 'phoneZero'],
    ['212345678', 'phoneZero'],
    ['010-1234', 'phoneLength'],
    ['010-1234-567A', 'phoneDigits'],
    ['1.01E+09', 'exponent'],
    ['', 'required'],
  ])('%j: %s', (given, expected) => expect(readCell(2, given)).toBe(expected))

  it('without its first zero is reported with the correct number', () => {
    const { problems } = reader().read(row(2, [VALID[0]!, '1012345678', 'S', 'FT-100']))
    expect(problems).toMatchObject([
      { row: 2, column: '전화번호', value: '1012345678', params: { number: '01012345678' } },
    ])
  })
})

it('IMEI and phone number are validated even if config has no rules for them', () => {
  const config = packageConfig().shared
  for (const column of config.roster.columns) column.rules = []
  const { problems } = reader(HEADER, 9, config).read(row(2, ['490154203237517', '110', 'S', 'FT-100']))
  expect(problems.map(problem => problem.code)).toEqual(['imeiCheckDigit', 'phoneLength'])
})

describe('A text that a spreadsheet may have changed', () => {
  it.each<[Given, string]>([
    [{ text: '2026-03-04', kind: 'date', raw: '46085' }, 'dateCell'],
    [{ text: '10:30:00', kind: 'date', raw: '0.4375' }, 'dateCell'],
    [{ text: '8982012345678900000', kind: 'number', raw: '8.9820123456789E+18' }, 'digitsLost'],
    [{ text: '0.5', kind: 'number', raw: '0.5', isShownDifferently: true }, 'shownDifferently'],
    ['8.98201E+18', 'exponent'],
    ['1E5', '1E5'],
    [{ text: '1.10', kind: 'number', raw: '1.1' }, '1.10'],
    [{ text: '999999999999999', kind: 'number', raw: '999999999999999' }, '999999999999999'],
    ['8982012345678901234', '8982012345678901234'],
    ['\u202aSN-9\u202c', 'SN-9'],
    ['👨‍👩‍👧 \u200d조', '👨‍👩‍👧 조'],
    ['ＳＮ-９', 'ＳＮ-９'],
  ])('%j: %s', (given, expected) => expect(readCell(3, given)).toBe(expected))

  it.each(['email', 'brn', 'url', 'digits', 'integer'] as const)('is refused with the rule %s too', rule => {
    const column: CompiledRosterColumn = {
      ...packageConfig().shared.roster.columns.find(({ field }) => field === 'serial')!,
      rules: [rule],
    }
    const options = { yes: [], no: [], imeiCheckDigit: true }
    const problemOf = (given: Given) => {
      const checked = checkCell(cell(given, 1), column, undefined, options)
      return 'problem' in checked && checked.problem.code
    }
    expect([
      problemOf({ text: '8982012345678900000', kind: 'number', raw: '8.9820123456789E+18' }),
      problemOf({ text: '0.5', kind: 'number', raw: '0.5', isShownDifferently: true }),
      problemOf('8.98201E+18'),
    ]).toEqual(['digitsLost', 'shownDifferently', 'exponent'])
  })
})

describe('A row', () => {
  it('that is valid becomes a record with normalised texts', () => {
    const { record, problems } = reader().read(
      row(7, [...VALID, '수도권  화물\u00a01차', '강북 허브', '2.4.1', 'iot.lte', '한빛', 'Client@X.kr']),
    )
    expect(problems).toEqual([])
    expect(record).toEqual({
      row: 7,
      cleared: [],
      values: {
        id: '490154203237518',
        isdn: '01012345678',
        serial: 'S1',
        model: 'FT-100',
        batch: '수도권 화물 1차',
        bunch: '강북 허브',
        version: '2.4.1',
        'modem.apn': 'iot.lte',
        vendor: '한빛',
        client: 'client@x.kr',
      },
      extra: {},
    })
  })

  it.each([
    ['서울', 'KR-11'],
    ['서울특별시', 'KR-11'],
    ['north jeolla', 'KR-45'],
    ['N. Jeolla', 'KR-45'],
    ['kr-49', 'KR-49'],
    ['강원특별자치도', 'KR-42'],
    ['강원도', 'KR-42'],
    ['전북특별자치도', 'KR-45'],
    ['세종시', 'KR-50'],
    ['제주도', 'KR-49'],
    ['ＫＲ－４９\u200b', 'KR-49'],
  ])('with the region %s is stored with %s', (written, sido) => {
    const { record, problems } = reader([...HEADER, '지역']).read(
      row(2, [...VALID, '', '', '', '', '', '', written]),
    )
    expect([problems, record.values.sido]).toEqual([[], sido])
  })

  it('with an unknown region is refused, with a list of the regions', () => {
    const { problems } = reader([...HEADER, '지역']).read(row(2, [...VALID, '', '', '', '', '', '', '평양']))
    expect(problems.map(({ column, value, code }) => [column, value, code])).toEqual([
      ['지역', '평양', 'choice'],
    ])
    expect(problems[0]!.params?.choices).toContain('서울특별시, 부산광역시')
  })

  it('with a merged header is read by the first of its columns', () => {
    const continued = { text: '전화번호', isContinued: true } as const
    const read = (cells: RosterCell[]) => {
      const merged = reader(['IMEI', '전화번호', continued, '시리얼', '모델'])
      return merged.read({ number: 2, cells }).problems.map(({ code }) => code)
    }
    const [id, phone, serial, model] = VALID as [Given, Given, Given, Given]
    const rest = [cell(serial, 4), cell(model, 5)]
    expect(read([cell(id, 1), cell(phone, 2), ...rest])).toEqual([])
    expect(read([cell(id, 1), cell(phone, 2), { ...cell(phone, 3), isContinued: true }, ...rest])).toEqual([])
    expect(read([cell(id, 1), cell(phone, 2), cell('메모', 3), ...rest])).toEqual(['noHeader'])
  })

  it('with decomposed letters, as macOS writes them, names the same group', () => {
    const { record } = reader(HEADER.map(text => text.normalize('NFD'))).read(
      row(2, [...VALID, '수도권'.normalize('NFD')]),
    )
    expect(record.values.batch).toBe('수도권')
  })

  it.each<[string, Given[], string[]]>([
    ['a text too long', [...VALID, 'x'.repeat(101)], ['그룹 tooLong']],
    ['a bunch without its group', [...VALID, '', '강북 허브'], ['하위 그룹 bunchWithoutBatch']],
    ['a value beside the table', [...VALID, '', '', '', '', '', '', '메모'], [' noHeader']],
    [
      'no required values',
      ['', '', '', '', '그룹'],
      ['IMEI required', '전화번호 required', '시리얼 required', '모델 required'],
    ],
  ])('with %s is refused', (_, cells, expected) => {
    const { problems } = reader().read(row(2, cells))
    expect(problems.map(({ column, code }) => `${column} ${code}`)).toEqual(expected)
  })

  it('may name a vendor only if a master uploads the sheet', () => {
    const cells = [...VALID, '', '', '', '', '한빛']
    expect(reader(HEADER, LEVELS.master).read(row(2, cells)).problems).toEqual([])
    expect(reader(HEADER, LEVELS.vendor).read(row(2, cells)).problems).toMatchObject([
      { column: '업체', code: 'forbidden' },
    ])
    expect(reader(HEADER, LEVELS.client).read(row(2, VALID)).problems).toEqual([])
  })

  it.each<[string, string[], string[][], string[]]>([
    ['is accepted in a column that config names', [...HEADER, '순번'], [['1'], ['x']], []],
    [
      'is accepted in a column without header, even if numbers are missing',
      HEADER,
      [['1'], ['2'], ['5']],
      [],
    ],
    [
      'is refused in a column without header if the numbers do not ascend',
      HEADER,
      [['1'], ['1']],
      ['3 noHeader'],
    ],
    [
      'is refused in a column without header if the first number is not 1',
      HEADER,
      [['7'], ['8']],
      ['2 noHeader', '3 noHeader'],
    ],
  ])('with its own number %s', (_how, header, values, expected) => {
    const { read } = reader(header)
    const found = values.flatMap(([number = ''], index) => {
      const imei = ['490154203237518', '356938035643809', '359999000005017'][index]!
      const cells = [imei, `0101234567${index}`, `S${index}`, 'FT-100', '', '', '', '', '', '', number]
      return read(row(index + 2, cells)).problems.map(problem => `${problem.row} ${problem.code}`)
    })
    expect(found).toEqual(expected)
  })

  it('that repeats an IMEI or phone number is refused with the row of the first, also in another spelling', () => {
    const { read } = reader()
    expect(read(row(2, VALID)).problems).toEqual([])
    const { problems } = read(row(9, ['49-015420-323751-8', '010 1234 5678', 'S2', 'FT-100']))
    expect(problems).toMatchObject([
      { row: 9, column: 'IMEI', code: 'duplicateImei', params: { first: 2 } },
      { row: 9, column: '전화번호', code: 'duplicatePhone', params: { first: 2 } },
    ])
    expect(read(row(10, VALID)).problems[0]).toMatchObject({ params: { first: 2 } })
  })
})

describe('The header', () => {
  it.each([
    [['IMEI', '전화번호', '시리얼', '모델']],
    [['모델', '시리얼', '전화번호', 'IMEI']],
    [['imei', 'Phone', 'Serial', 'MODEL']],
    [[' IMEI* ', '전화 번호', '일련번호', '모델명']],
    [['I M E I', 'phone number', 'S/N', '모델']],
  ])('%j is recognised', header => expect(openRoster(header)).toHaveProperty('reader'))

  it.each<[string[], string[]]>([
    [['IMEI', '전화번호', '시리얼'], ['모델 missingHeader ']],
    [['IMEI', '전화번호', '시리얼', '모델', '모델명'], ['모델명 duplicateHeader 모델']],
    [['IMEI', '전화번호', '시리얼', '모델', '그릅'], ['그릅 unknownHeader 그룹']],
    [['IMEI', '전화번호', '시리얼', '모델', 'Serail number'], ['Serail number unknownHeader 시리얼']],
    [['IMEI', '전화번호', '시리얼', '모델', '__proto__'], ['__proto__ unknownHeader ALL']],
    [['IMEI', '전화번호', '시리얼', '모델', '*'], ['* unknownHeader ALL']],
  ])('%j is refused: %j', (header, expected) => {
    const opened = openRoster(header)
    const all = packageConfig()
      .shared.roster.columns.map(column => column.header.ko)
      .join(', ')
    expect(
      'problems' in opened &&
        opened.problems.map(({ column, code, params }) =>
          `${column} ${code} ${params?.hint ?? params?.first ?? ''}`.replace(all, 'ALL'),
        ),
    ).toEqual(expected)
  })
})

describe('A field that config adds', () => {
  const readerWithField = (type: CompiledField['type'], more: Partial<CompiledField> = {}) => {
    const config = packageConfig().shared
    const field = {
      ...config.resources.devices!.fields.version!,
      max: undefined,
      ...more,
      type,
      name: 'added',
      storage: 'extra' as const,
    }
    config.resources.devices!.fields.added = field
    const added: CompiledRosterColumn = {
      ...config.roster.columns.find(({ field }) => field === 'version')!,
      field: 'added',
      header: { ko: '추가', en: 'Added' },
      aliases: [],
      storage: 'extra',
    }
    config.roster.columns.push(added)
    return reader([...HEADER.slice(0, 4), '추가'], 9, config)
  }
  const choices = [
    { value: 'LTE', label: { ko: '엘티이', en: 'LTE' } },
    { value: 5, label: { ko: '오세대', en: '5G' } },
  ]

  it.each<[CompiledField['type'], Given, unknown, Partial<CompiledField>?]>([
    ['text', '글', '글'],
    ['number', '1,234.5', 1234.5],
    ['number', '１，２００\u200b', 1200],
    ['number', '8', { code: 'field.maximum', params: { limit: 7 } }, { min: 7, max: 7 }],
    ['number', '여덟', { code: 'number' }],
    ['number', '10%', { code: 'percent' }],
    ['number', '１０％', { code: 'percent' }],
    ['number', '10%p', { code: 'percent' }, { label: { ko: '할인율(%)', en: 'Discount' } }],
    ['number', '%', { code: 'percent' }, { label: { ko: '할인율(%)', en: 'Discount' } }],
    ['number', '12.5 %', 12.5, { label: { ko: '할인율(%)', en: 'Discount' } }],
    ['boolean', '예', true],
    ['boolean', '아마', { code: 'boolean' }],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2026. 3. 5.', '2026-03-05'],
    ['date', '2026년 3월 5일', '2026-03-05'],
    ['date', '2023-02-29', { code: 'date' }],
    ['datetime', '2026-03-05T10:30:00', '2026-03-05T10:30:00.000Z'],
    ['datetime', '2026-03-05', { code: 'dateTime' }],
    ['datetime', { text: '2026-03-05', kind: 'date' }, '2026-03-05T00:00:00.000Z'],
    ['datetime', '2026. 3. 5. 오후 1:30', '2026-03-05T13:30:00.000Z'],
    ['datetime', '2026-03-05 25:00', { code: 'dateTime' }],
    ['select', '5g', 5, { choices }],
    ['multi-select', '엘티이, 5g', ['LTE', 5], { choices }],
    ['multi-select', 'LTE;6G', { code: 'choice' }, { choices }],
    ['phone', '1012345678', { code: 'phoneZero' }],
    ['json', '{"a":\n "b  c"}', { a: 'b  c' }],
    ['multiline', ' 첫\u200b째\n둘째 ', '첫째\n둘째'],
    ['password', 'Fleet-test1!', { code: 'forbidden' }],
    ['text', 'B1', { code: 'field.pattern' }, { rules: [{ rule: 'pattern', value: 'A\\d' }] }],
    ['text', '넘침', { code: 'field.tooLong', params: { limit: 1 } }, { max: 1 }],
    ['select', '3G', { code: 'choice', params: { choices: '엘티이, 오세대' } }, { choices }],
  ])('of type %s reads %j as %j', (type, text, expected, more) => {
    const { record, problems } = readerWithField(type, more).read(row(2, [...VALID, text]))
    if (problems.length > 0) expect(problems[0]).toMatchObject(expected as object)
    else expect(record.extra).toEqual({ added: expected })
  })
})

describe('The columns of the roster in config', () => {
  type Json = Record<string, unknown>
  /** Config files with these fields of devices and columns of the roster. */
  const filesWith = (fields: Json, columns: Json[], change = (_: Json[]) => {}) => {
    const [devices, roster] = [contentOf('resources/devices.json'), contentOf('roster.json')]
    Object.assign(devices.fields, fields)
    devices.form.sections[0].fields.push(
      ...Object.keys(fields).filter(name => (fields[name] as Json).required),
    )
    roster.columns.push(...columns)
    change(roster.columns)
    return { 'resources/devices.json': devices, 'roster.json': roster }
  }
  const errorsOf = (...parameters: Parameters<typeof filesWith>) => errorLinesOf(filesWith(...parameters))
  const levelsOf = (...parameters: Parameters<typeof filesWith>) => {
    const { columns } = compileWith(filesWith(...parameters)).shared.roster
    return Object.fromEntries(columns.map(({ field, level }) => [field, level]))
  }

  describe('are checked, which reports', () => {
    it.each<[string, Json, Json[], string[]]>([
      [
        'a password',
        { pin: { type: 'password', label: 'PIN' } },
        [{ field: 'pin', header: 'PIN' }],
        ['rosterPassword'],
      ],
      [
        'a field that is never written',
        { pin: { type: 'text', label: 'PIN', write: 'never' } },
        [{ field: 'pin', header: 'PIN' }],
        ['rosterNever'],
      ],
      [
        'several references',
        { parts: { type: 'references', reference: 'models', label: '부품' } },
        [{ field: 'parts', header: '부품' }],
        ['rosterReferences'],
      ],
      ['a field that the device reports', {}, [{ field: 'modem.rsrp', header: '신호' }], ['unknownField']],
      ['a field of another record', {}, [{ field: 'vendor_name', header: '업체 이름' }], ['unknownField']],
      [
        'a required field without a column',
        { site: { type: 'text', label: '장소', required: true } },
        [],
        ['rosterNeeds'],
      ],
      [
        'nothing for a required field with a column',
        { site: { type: 'text', label: '장소', required: true } },
        [{ field: 'site', header: '장소' }],
        [],
      ],
    ])('%s', (_, fields, columns, expected) => {
      expect(errorsOf(fields, columns).map(error => error.split(' ').at(-1))).toEqual(expected)
    })
  })

  it('require the levels to read and to write their fields; the column of the vendor requires master', () => {
    const site = (levels: Json) => ({ site: { type: 'text', label: '장소', ...levels } })
    const column = [{ field: 'site', header: '장소', level: 'client' }]
    expect(levelsOf(site({}), column)).toMatchObject({ site: 'client', serial: 'none', vendor: 'master' })
    expect(levelsOf(site({ write: 'vendor' }), column)).toMatchObject({ site: 'vendor' })
    expect(levelsOf(site({ read: 'master', write: 'vendor' }), column)).toMatchObject({ site: 'master' })
    const removeLevels = (columns: Json[]) => {
      for (const column of columns) delete column.level
    }
    expect(levelsOf({}, [], removeLevels)).toMatchObject({ vendor: 'master', id: 'none' })
  })

  it('are optional for users who may not fill them in, even if they are required', () => {
    const config = packageConfig().shared
    config.roster.columns.find(({ field }) => field === 'serial')!.level = 'vendor'
    const header = ['IMEI', '전화번호', '모델']
    const read = reader(header, LEVELS.client, config).read
    expect(read(row(2, [VALID[0]!, VALID[1]!, 'FT-100'])).problems).toEqual([])
    expect(openRoster(header, LEVELS.vendor, config)).toHaveProperty('problems')
  })
})

/** The record of one row, or the problems of the header or of this row. */
const readUpdate = (header: readonly string[], ...cells: Given[]) => {
  const config = packageConfig().shared
  const opened = rosterReader(row(1, header), {
    plan: rosterPlan(config),
    config,
    level: 9,
    locale: 'ko',
    isUpdate: true,
  })
  if ('problems' in opened) return opened.problems.map(({ column, code }) => `${column} ${code}`)
  const { record, problems } = opened.reader.read(row(2, cells))
  return problems.length > 0 ? problems.map(({ column, code }) => `${column} ${code}`) : record
}

it('A sheet that updates devices requires only the IMEI; empty cells change nothing, and a word of config clears a value', () => {
  const record = readUpdate(['IMEI', '시리얼', '버전', '지역'], '490154203237518', '', '(비움)\u200b', '서울')
  expect(record).toMatchObject({ values: { id: '490154203237518', sido: 'KR-11' }, cleared: ['version'] })
  expect(readUpdate(['시리얼'], '1')).toEqual(['IMEI missingHeader'])
  expect(readUpdate(['IMEI', '전화번호'], '490154203237518', '(clear)')).toEqual(['전화번호 required'])
  expect(readUpdate(['IMEI', '접속 비밀키'], '490154203237518', 'x')).toEqual(['접속 비밀키 notForUpdate'])
})

it('An IMEI with a wrong check digit is accepted if config allows it', () => {
  const { shared } = packageConfig()
  shared.roster.imeiCheckDigit = false
  expect(reader(HEADER, 9, shared).read(row(2, ['490154203237517', ...VALID.slice(1)])).problems).toEqual([])
})
