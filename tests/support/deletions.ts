/** Resources of config with every value of `onDelete`: records to delete or clear, and such that prevent it. */
import { type ConfigFile, compileWith } from './config'

const reference = (of: string, onDelete?: string) => ({
  type: 'reference',
  reference: of,
  label: of,
  ...(onDelete && { onDelete }),
})

const resource = (label: string, fields: object, more: object = {}) => ({
  label: { ko: label, en: label },
  source: { dialect: 'simple-rest' },
  access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'client' },
  fields: {
    name: { type: 'text', label: '이름' },
    vendor: { type: 'reference', reference: 'vendors', label: '업체' },
    ...fields,
  },
  ...more,
})

/**
 * Deleting a customer deletes its contracts, and these delete their visits. SIM cards stay. A contract with an invoice
 * cannot be deleted.
 */
const RESOURCES: Readonly<Record<string, object>> = {
  customers: resource('고객', { model: reference('models') }),
  contracts: resource('계약', {
    customer: reference('customers', 'cascade'),
    device: reference('devices', 'clear'),
    part: reference('bunches', 'clear'),
  }),
  visits: resource('방문', { contract: reference('contracts', 'cascade'), customer: reference('customers') }),
  invoices: resource('청구서', { contract: reference('contracts') }),
  sims: resource(
    '유심',
    {
      contract: { ...reference('contracts', 'clear'), write: 'master' },
      spare: { ...reference('contracts', 'clear'), renamedFrom: 'former', visible: "kind == 'spare'" },
      kind: { type: 'text', label: '종류' },
      reason: { type: 'text', label: '사유', required: { when: "kind == 'kept' && empty(contract)" } },
      used: { type: 'text', label: '사용', computed: "empty(contract) ? 'no' : 'yes'" },
      code: { type: 'text', label: '코드', unique: { with: ['contract'] } },
      group: { type: 'text', label: '묶음' },
    },
    {
      checks: [
        {
          name: 'bound',
          check: "group != 'bound' || !empty(contract)",
          message: { ko: '묶인 유심에는 계약이 있어야 합니다.', en: 'A bound SIM card needs a contract.' },
        },
      ],
    },
  ),
  teams: resource('점검반', {
    customers: { ...reference('customers', 'clear'), type: 'references', max: 20 },
    leader: reference('teams', 'clear'),
  }),
  places: resource('자리', {
    group: reference('batches', 'clear'),
    part: { ...reference('bunches', 'clear'), dependsOn: { batch: 'group' } },
  }),
  desks: {
    ...resource('창구', { customer: reference('customers', 'clear') }),
    access: { list: 'guest', show: 'guest', create: 'vendor', edit: 'vendor', delete: 'vendor' },
  },
  stamps: {
    ...resource('도장', { customer: reference('customers', 'cascade') }),
    access: { list: 'guest', show: 'guest', create: 'client', edit: 'client', delete: 'vendor' },
  },
}

/** The package's config with these resources; devices and accounts refer to a customer, which a deletion clears. */
export function configWithDeletions(roles?: object) {
  const addCustomer = (file: ConfigFile) => {
    file.fields.customer = reference('customers', 'clear')
  }
  return compileWith({
    'resources/devices.json': addCustomer,
    'resources/clients.json': addCustomer,
    ...Object.fromEntries(Object.entries(RESOURCES).map(([name, file]) => [`resources/${name}.json`, file])),
    ...(roles && { 'roles.json': { roles } }),
  })
}
