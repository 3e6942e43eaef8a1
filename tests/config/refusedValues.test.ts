/** The config check refuses misspelt names, wrong values, and names of properties that every JavaScript object has. */
import { testSlips } from '../support/slips'

testSlips('misspelt names and wrong values are refused', {
  'resources/devices.json': [
    [{ '/list/columns/11': 'modem.apm' }, 'unknownField modem.apn'],
    [{ '/page/sections/2/fields/2': 'vendor_nam' }, 'unknownField vendor_name'],
    [{ '/page/sections/2/fields/2': 'batch' }, 'duplicate'],
    [{ '/list/perPage': undefined, '/list/perPag': 20 }, '/list/perPag unknownKey perPage'],
    [{ '/fields/edition/read': 'gest' }, 'notAllowed guest'],
    [{ '/fields/bunch_id/reference': 'bunche' }, 'unknownResource bunches'],
    [{ '/list/filters/3/dependsOn': 'modell' }, 'unknownFilter model'],
    [{ '/list/filters/0/accept': '9-0' }, 'badPattern'],
    [{ '/list/perPage': 500 }, 'perPageLimit'],
    [{ '/fields/serial/type': '__proto__' }, 'notAllowed'],
    [{ '/fields/serial/rules': [null] }, './0 notAllowed'],
    [{ '/list/filters/1/field': 'toString' }, 'unknownField'],
    [{ '/list/sort/field': 'valueOf' }, 'unknownField'],
    [{ '/recordName': 'constructor' }, 'unknownField'],
    [{ '/toString': {} }, 'forbiddenName'],
    [{ '/fields/hasOwnProperty': { type: 'text', label: '가' } }, 'forbiddenName'],
    [{ '/list/columns/-': 'serial' }, 'duplicate'],
    [{ '/list/columns/-': 'constructor' }, 'unknownField'],
    [{ '/list/columns/-': null }, 'wrongType'],
    [{ '/list/columns/-': 'vpn' }, 'undeclaredField'],
    [
      { '/access/list': 'none' },
      'accessFloor',
      '/list/filters/2/reference referenceAbove',
      '/list/filters/3/reference referenceAbove',
    ],
  ],
  'app.json': [
    [{ '/limits/orders/perPage': '5' }, 'wrongType'],
    [{ '/limits/orders/perPage': 900 }, 'perPageLimit'],
    [{ '/limits/signal/primary': -95 }, '/limits/signal signalOrder'],
    [{ '/server/token/minutes': 600 }, 'maximum', '/server/session/idleMinutes minimum'],
    [{ '/limits/deviceSearch/min': 2 }, 'minimum'],
    [{ '/timing/idleWarningMs': 3600000 }, 'maximum'],
    [{ '/server/history/days': 364 }, 'minimum'],
  ],
  'levels.json': [
    [
      { '/levels/vendor/value': 2 },
      'levelOrder',
      'resources/clients.json /fields/level/default defaultRefused',
    ],
  ],
  'order-methods.json': [
    [{ '/types/array/input': 'text' }, 'methodMismatch'],
    [{ '/types/text/integer': true }, 'notOfKind'],
    [{ '/types/text': undefined }, 'resources/methods.json /fields/content.Type/default badDefault'],
    [{ '/types': {} }, 'empty'],
  ],
  'roster.json': [
    [{ '/columns/9/required': true }, 'requiredAbove'],
    [{ '/columns/2/field': 'serail' }, 'unknownField serial'],
    [{ '/fileName/ko': '../양식.xlsx' }, '/fileName fileName'],
    [{ '/columns/2/rules': ['strongPassword'] }, './0 ruleKind'],
    [{ '/columns/0/max': 10 }, 'minimum'],
    [{ '/sheet': '단말/목록' }, 'sheetName'],
  ],
  'dashboard.json': [
    [{ '/map/regions/0/id': 'KR-12' }, '/map/regions regionLeftOut', 'notOnMap KR-11'],
    [{ '/map/file': 'map/korea-provinzes.geojson' }, 'missingFile map/korea-provinces.geojson'],
    [{ '/widgets/4/text/ko': '모든 업체' }, '/widgets/4/text countMissing'],
    [{ '/widgets/5/name': 'vendors' }, 'duplicate'],
    [
      {
        '/attention': {
          items: [{ name: 'a', resource: 'models', filter: { nmae: 'now' }, text: '%{count}' }],
        },
      },
      './items/0/filter/nmae unknownField name',
    ],
    [{ '/map/regions/0/type': 'Province' }, 'regionType'],
  ],
})
