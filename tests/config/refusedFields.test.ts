/**
 * The check refuses options, defaults, conditions and references that a field cannot have. Edits listed without
 * errors are valid.
 */
import { testSlips } from '../support/slips'

const text = (more: object = {}) => ({ type: 'text', label: '글', ...more })
const vendorsOf = (resource: string, more: object = {}) => ({ resource, by: 'vendor', ...more })

testSlips('keys and values that do not fit the kind of a field are refused', {
  'resources/things.json': [
    [{ '/fields/name/format': 'signal' }, 'formatKind'],
    [{ '/list/columns/2': { field: 'size', format: 'dot' } }, './format formatKind'],
    [{ '/fields/size/input': 'text' }, 'inputKind'],
    [{ '/fields/name/mask': '##', '/fields/name/input': 'multiline' }, 'maskInput'],
    [{ '/fields/open/rules': ['email'] }, './0 ruleKind'],
    [{ '/fields/name/rules': ['length'] }, './0 ruleValue'],
    [{ '/fields/name/rules': [{ rule: 'length', value: 'five' }] }, './0/value wholeNumber'],
    [{ '/fields/name/rules': [{ rule: 'digits', value: 5 }] }, './0/value ruleNoValue'],
    [{ '/fields/name/min': -1 }, 'wholeNumber'],
    [{ '/fields/name/max': 2.5 }, 'wholeNumber'],
    [{ '/fields/tags/min': 2 }, 'minAbove'],
    [{ '/fields/name/max': undefined, '/fields/name/min': 2000 }, '/fields/name/min minAbove'],
    [{ '/fields/made/default': '공장' }, 'neverWritten'],
    [{ '/fields/name/whenHidden': 'clear' }, 'neverHidden'],
    [{ '/fields/open/required': true }, 'notOfKind'],
    [{ '/fields/open/placeholder': '예' }, 'notOfKind'],
    [{ '/fields/secret/default': 'initial-1' }, 'notOfKind'],
    [{ '/fields/size/min': 10 }, 'boundsOrder'],
    [{ '/fields/한글': text() }, 'fieldName'],
    [{ '/fields/id': text() }, 'serversOwn'],
    [{ '/fields/name/required': true, '/fields/name/write': 'master' }, 'requiredAbove'],
    [{ '/fields/name/required': true, '/fields/name/read': 'master' }, 'requiredAbove'],
  ],
  'resources/vendors.json': [
    [{ '/fields/addr/choices': [{ value: 'a', label: '가' }] }, 'notOfKind'],
    [{ '/fields/brn/mask': '-' }, 'badMask'],
    [{ '/fields/created/required': true }, 'requiredNever'],
    [{ '/fields/grade': text({ required: true }) }, './required requiredNowhere'],
    [{ '/fields/addr/renamedFrom': 'post' }, 'stillThere'],
    [{ '/fields/paid/shown': 'clientPaid' }, 'clientsOnly'],
    [{ '/fields/paid/shown': 'connectivity' }, 'devicesOnly', 'notOfKind'],
    [{ '/fields/grade': { type: 'select', label: '등급' } }, 'missingKey'],
    [
      { '/fields/grade': { type: 'references', label: '등급', reference: 'models', min: 1001 } },
      './min minAbove',
    ],
  ],
})

testSlips('invalid defaults are refused', {
  'resources/things.json': [
    [{ '/fields/size/default': 9 }],
    [{ '/fields/name/default': '' }],
    [{ '/fields/size/default': 0 }, 'defaultRefused'],
    [{ '/fields/size/default': '5' }, 'badDefault'],
    [{ '/fields/name/default': '가가가가가가가가가가가가가가가가가가가가가' }, 'defaultRefused'],
    [{ '/fields/kind/default': 'c' }, 'badDefault'],
  ],
  'resources/clients.json': [[{ '/fields/level/default': 9 }, 'defaultRefused']],
})

testSlips('conditions that no record can satisfy, and cyclic conditions, are refused', {
  'resources/things.json': [
    [
      {
        '/fields/name/visible': { field: 'size', gt: 1 },
        '/fields/size/visible': { all: [{ level: 'vendor' }, { field: 'kind', eq: 'a' }] },
        '/fields/kind/visible': { any: [{ field: 'name', empty: false }] },
      },
      'conditionLoop',
      '/fields/size/visible conditionLoop',
      '/fields/kind/visible conditionLoop',
    ],
    [{ '/fields/name/visible': { field: 'name', empty: false } }, 'conditionLoop'],
    [
      {
        '/fields/name/visible': { field: 'size', gt: 1 },
        '/fields/size/readOnly': { field: 'name', empty: true },
      },
      'conditionLoop',
      '/fields/size/readOnly conditionLoop',
    ],
    [{ '/fields/name/visible': { field: 'open', eq: 'true' } }, './eq conditionKind'],
    [{ '/fields/name/visible': { field: 'kind', in: ['a', 'c'] } }, './in/1 conditionKind'],
    [{ '/fields/size/visible': { field: 'name', gt: 1 } }, './gt conditionKind'],
    [{ '/fields/size/visible': { field: 'name', in: [] } }, './in empty'],
    [{ '/fields/size/visible': { field: 'name' } }, 'emptyTest'],
  ],
  'resources/vendors.json': [
    [{ '/fields/addr/visible': { own: false } }, './own clientsOnly'],
    [
      { '/fields/addr/help': { text: '도로명', when: { field: 'pst', eq: 'x' } } },
      './when/field unknownField post',
    ],
    [
      { '/fields/addr/visible': { level: 'master' }, '/fields/addr/whenHidden': 'clear' },
      '/fields/addr/whenHidden clearByLevel',
    ],
  ],
  'resources/clients.json': [[{ '/list/filters/3/where': { own: true } }, './own notInList']],
  'resources/devices.json': [
    [{ '/list/filters/2/where': { field: 'version', empty: true } }, 'filterKey', 'whereUnpaged'],
  ],
})

testSlips('references to unknown resources, and to ones that some readers may not list, are refused', {
  'resources/things.json': [
    [{ '/fields/model/dependsOn': { name: 'nothing' } }, './name unknownField'],
    [{ '/fields/models/reference': undefined }, '/fields/models missingKey'],
    [{ '/fields/models/reference': 'model' }, 'unknownResource models'],
    [{ '/fields/models/reference': 'history' }, 'unknownResource'],
    [{ '/fields/models/unique': true }, 'uniqueKind'],
    [{ '/fields/models/default': { expression: 'model' } }, 'notOfKind'],
    [{ '/fields/models/required': { when: { field: 'models', eq: 1 } } }, './when/eq conditionKind'],
    [{ '/fields/models/required': { when: 'name in models' } }, './when expressionKind'],
    [{ '/fields/model/reference': 'vendors' }, 'referenceAbove', '/list/columns/6 referenceAbove'],
    [{ '/fields/model/reference': 'vendors', '/fields/model/read': 'master' }],
    [
      {
        '/fields/model/reference': 'vendors',
        '/fields/model/visible': { all: [{ level: 'master' }, { field: 'open', eq: true }] },
        '/list/columns': ['name'],
      },
    ],
    [{ '/fields/models/required': { when: 'size(models) > 1 && 3 in models' } }],
    [
      {
        '/list/filters/-': { name: 'model', type: 'reference', label: '업체' },
        '/fields/model/reference': 'vendors',
        '/fields/model/visible': { level: 'master' },
        '/list/columns': ['name'],
      },
      './name referenceAbove',
    ],
  ],
  'resources/vendors.json': [
    [
      {
        '/fields/other': {
          type: 'reference',
          label: '다른',
          reference: 'clients',
          dependsOn: { duty: 'name' },
        },
      },
      './dependsOn/duty notNarrowed',
    ],
  ],
  'resources/devices.json': [
    [{ '/fields/bunch_id/dependsOn': { bach: 'batch' } }, './bach notNarrowed batch'],
  ],
})

testSlips('related records that a page cannot show are refused', {
  'resources/vendors.json': [
    [{ '/related': [vendorsOf('clients'), vendorsOf('batches')] }],
    [{ '/related': [vendorsOf('client')] }, './0/resource unknownResource clients'],
    [{ '/related': [{ resource: 'clients', by: 'vendr' }] }, './0/by relatedField vendor'],
    [{ '/related': [vendorsOf('orders')] }, './0/resource relatedList'],
    [{ '/related': [vendorsOf('clients', { columns: ['nam'] })] }, './0/columns/0 relatedColumn name'],
    [{ '/related': [vendorsOf('clients'), vendorsOf('clients')] }, './1 duplicate'],
    [{ '/related': [{ resource: 'clients' }] }, './0 missingKey'],
  ],
  'resources/devices.json': [[{ '/related': [vendorsOf('devices')] }, './0/by relatedNone']],
  'resources/orders.json': [[{ '/related': [vendorsOf('clients')] }, 'relatedNowhere', './0/by relatedNone']],
})

testSlips('unique fields that cannot be compared are refused', {
  'resources/devices.json': [
    [
      {
        '/fields/a': text({ write: 'vendor', unique: { with: ['b'] } }),
        '/fields/b': text({ read: 'master' }),
      },
      './unique/with/0 uniqueHidden',
    ],
    [{ '/fields/version/unique': true }, 'uniqueField'],
    [{ '/fields/serial/unique': { with: ['batch'] } }],
  ],
  'resources/vendors.json': [[{ '/fields/page/unique': { within: 'vendor' } }, './within uniqueVendor']],
  'resources/orders.json': [[{ '/fields/title/unique': true }, 'noEffect', 'uniqueField']],
  'resources/batches.json': [
    [{ '/fields/name/unique': { with: ['model'], within: 'everywhere', message: '있습니다' } }],
  ],
  'resources/things.json': [
    [{ '/fields/name/unique': { with: ['bb'] } }, './with/0 unknownField'],
    [{ '/fields/name/unique': { with: ['name'] } }, './with/0 uniqueSelf'],
    [{ '/fields/name/unique': { with: ['size', 'size'] } }, './with/1 duplicate'],
    [{ '/fields/name/unique': { with: ['open'] } }, './with/0 uniqueKind'],
    [
      { '/fields/name/unique': { with: ['size'] }, '/fields/size/visible': { field: 'open', eq: true } },
      './with/0 uniqueHidden',
    ],
    [{ '/fields/name/unique': true, '/fields/name/default': 'x' }, 'uniqueDefault'],
    [{ '/fields/made/unique': true }, 'neverWritten'],
  ],
})

testSlips('invalid bounds are refused', {
  'resources/things.json': [
    [{ '/fields/day/min': 'tomorrow' }, 'boundDate'],
    [{ '/fields/day/max': 5 }, 'boundDate'],
    [{ '/fields/size/min': 'today' }, 'boundNumber'],
    [{ '/fields/name/max': { field: 'made' } }, 'boundNumber'],
    [{ '/fields/day/min': 'now-1h' }, 'boundNow today-1h'],
    [{ '/fields/day/min': { field: 'bb' } }, './field unknownField'],
    [{ '/fields/day/min': { field: 'day' } }, './field boundSelf'],
    [{ '/fields/day/min': { field: 'name' } }, './field boundKind'],
    [{ '/fields/day/min': '2026-02-01', '/fields/day/max': '2026-01-31' }, 'boundsOrder'],
    [{ '/fields/day/min': 'today+1m', '/fields/day/max': 'today+1d' }, 'boundsOrder'],
    [{ '/fields/day/min': 'today', '/fields/day/max': '2099-01-01' }],
    [{ '/fields/day/default': '2025-12-31', '/fields/day/min': '2026-01-01' }, 'defaultRefused'],
    [{ '/fields/day/default': '2025-12-31', '/fields/day/min': 'today' }],
    [{ '/fields/tags/max': 3, '/fields/tags/min': 2 }, '/fields/tags/min minAbove'],
  ],
})
