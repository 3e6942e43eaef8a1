/** A resource of config with every kind of field, in both languages. */

const word = (ko: string, en: string) => ({ ko, en })
const choices = (...labels: ReturnType<typeof word>[]) =>
  labels.map((label, at) => ({ value: 'abc'[at]!, label }))
const SIZES = choices(word('작음', 'Small'), word('큼', 'Large'))
const SIDES = choices(word('왼쪽', 'Left'), word('오른쪽', 'Right'))
const TAGS = choices(word('신규', 'New'), word('예비', 'Spare'), word('대여', 'Rented'))

export const KINDS_FIELDS = {
  name: { type: 'text', label: word('이름', 'Name'), required: true, max: 12 },
  note: { type: 'multiline', label: word('메모', 'Note'), max: 20 },
  count: { type: 'number', label: word('수량', 'Number of pieces'), min: 1, max: 9 },
  active: { type: 'boolean', label: word('사용', 'In use') },
  day: { type: 'date', label: word('설치일', 'Installed on') },
  moment: { type: 'datetime', label: word('점검 시각', 'Checked at') },
  size: { type: 'select', label: word('크기', 'Size'), required: true, choices: SIZES },
  side: { type: 'select', input: 'radio', label: word('방향', 'Side'), required: true, choices: SIDES },
  tags: { type: 'multi-select', label: word('표시', 'Tags'), min: 2, choices: TAGS },
  model: { type: 'reference', reference: 'models', label: word('모델', 'Model'), required: true },
  parts: { type: 'references', reference: 'bunches', label: word('부품', 'Parts'), max: 20 },
  email: { type: 'email', label: word('이메일', 'E-mail') },
  phone: { type: 'phone', label: word('전화번호', 'Phone') },
  page: { type: 'url', label: word('주소', 'Address') },
  secret: {
    type: 'password',
    label: word('암호', 'Secret'),
    rules: ['password'],
    confirm: { label: word('암호 확인', 'Secret again') },
  },
  color: { type: 'color', label: word('색', 'Colour') },
  shape: { type: 'json', label: word('설정값', 'Settings') },
  picture: { type: 'image', label: word('사진', 'Picture') },
} as const

/** The resource file. */
export const KINDS_RESOURCE = {
  label: word('갖가지', 'Kinds'),
  path: '/app/kinds',
  recordName: 'name',
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'vendor', edit: 'vendor', delete: 'vendor' },
  fields: KINDS_FIELDS,
  list: {
    columns: Object.keys(KINDS_FIELDS).filter(name => name !== 'secret'),
    filters: [{ name: 'q', type: 'search', label: word('검색', 'Search') }],
    rowActions: ['edit', 'delete'],
    actions: ['create'],
  },
  form: { sections: [{ fields: Object.keys(KINDS_FIELDS) }], width: 'medium' },
}

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
