/** The check refuses misspelt names, wrong values and names that every JavaScript object has. */
import { describe, expect, test } from 'vitest'
import { errorsAfter, slips } from '../support/slips'

describe('resources/devices.json', () => {
  test.each(
    slips({
      'resources/devices.json': [
        [{ '/list/columns/10': 'closde' }, 'unknownField closed'],
        [{ '/list/columns/11': 'modem.apm' }, 'unknownField modem.apn'],
        [{ '/page/sections/2/fields/2': 'vendor_nam' }, 'unknownField vendor_name'],
        [{ '/page/sections/2/fields/2': 'batch' }, 'duplicate'],
        [{ '/page/tabs/1/tab': 'ordres' }, 'notAllowed orders'],
        [{ '/list/perPage': undefined, '/list/perPag': 20 }, '/list/perPag unknownKey perPage'],
        [{ '/fields/id/format': 'identifer' }, 'notAllowed identifier'],
        [{ '/list/actions/0': 'registerDevice' }, 'notAllowed registerDevices'],
        [{ '/fields/edition/read': 'gest' }, 'notAllowed guest'],
        [{ '/menu/icon': 'devise' }, 'notAllowed device'],
        [{ '/fields/bunch_id/reference': 'bunche' }, 'unknownResource bunches'],
        [{ '/list/filters/3/dependsOn': 'modell' }, 'unknownFilter model'],
        [{ '/recordName': 'isnd' }, 'unknownField isdn'],
        [{ '/list/sort/field': 'idd' }, 'unknownField id'],
        [{ '/list/filters/0/accept': '9-0' }, 'badPattern'],
        [{ '/list/perPage': 0 }, 'minimum'],
        [{ '/list/perPage': 500 }, 'perPageLimit'],
        [{ '/path': '/app/orders' }, 'resources/orders.json /path pathTaken'],
        [{ '/path': '/app/main/x' }, 'pathReserved'],
        [{ '/fields/serial/type': 'string' }, 'notAllowed'],
        [{ '/fields/serial/type': 'constructor' }, 'notAllowed'],
        [{ '/fields/serial/type': '__proto__' }, 'notAllowed'],
        [{ '/fields/serial/rules': [null] }, './0 notAllowed'],
        [{ '/list/actions/0': null }, 'notAllowed'],
        [{ '/list/filters/1/choices': { from: 'constructor' } }, './from notAllowed'],
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
    }),
  )('%s: %j → %s', (file, edits, ...errors) => {
    expect(errorsAfter(file, edits)).toEqual(errors)
  })
})

describe('app.json', () => {
  test.each(
    slips({
      'app.json': [
        [
          { '/timing/noticeMs': undefined, '/timing/noticeMS': 30000 },
          '/timing missingKey',
          '/timing/noticeMS unknownKey noticeMs',
        ],
        [{ '/weekStart': 8 }, 'maximum'],
        [{ '/limits/orders/perPage': '5' }, 'wrongType'],
        [{ '/limits/orders/perPage': 900 }, 'perPageLimit'],
        [{ '/limits/signal/primary': -95 }, '/limits/signal signalOrder'],
        [{ '/products/0/slug': 'Fleet 1' }, 'pattern'],
        [{ '/server/token/minutes': 600 }, 'maximum', '/server/session/idleMinutes minimum'],
        [{ '/limits/deviceSearch/min': 2 }, 'minimum'],
        [{ '/timing/requestTimeoutMs': 0 }, 'minimum'],
        [{ '/timing/toastMs': 0 }, 'minimum'],
        [{ '/timing/idleWarningMs': 3600000 }, 'maximum'],
      ],
    }),
  )('%s: %j → %s', (file, edits, ...errors) => {
    expect(errorsAfter(file, edits)).toEqual(errors)
  })
})

describe('levels.json', () => {
  test.each(
    slips({
      'levels.json': [
        [
          {
            '/levels/master': undefined,
            '/levels/mater': { value: 9, label: { ko: '관리자', en: 'Administrator' } },
          },
          '/levels missingKey',
          '/levels/mater unknownKey master',
        ],
        [
          { '/levels/vendor/value': 2 },
          'levelOrder',
          'resources/clients.json /fields/level/default defaultRefused',
        ],
        [{ '/aliases/manager': 'constructor' }, 'notAllowed'],
      ],
    }),
  )('%s: %j → %s', (file, edits, ...errors) => {
    expect(errorsAfter(file, edits)).toEqual(errors)
  })
})

describe('menu.json', () => {
  test.each(
    slips({
      'menu.json': [
        [
          { '/slots/settings': undefined, '/slots/setting': { level: 'vendor' } },
          '/slots missingKey',
          '/slots/setting unknownKey settings',
        ],
        [{ '/links/-': null }, 'wrongType'],
      ],
    }),
  )('%s: %j → %s', (file, edits, ...errors) => {
    expect(errorsAfter(file, edits)).toEqual(errors)
  })
})

describe('order-methods.json', () => {
  test.each(
    slips({
      'order-methods.json': [
        [{ '/types/array/input': 'text' }, 'methodMismatch'],
        [{ '/types/text/integer': true }, 'notOfKind'],
        [{ '/types/number/schemes': ['http'] }, 'notOfKind'],
        [{ '/types/number/compose': 'editor' }, 'methodMismatch'],
        [{ '/types/text': undefined }, 'resources/methods.json /fields/content.Type/default badDefault'],
        [{ '/types/array/value': 'array' }, 'notAllowed'],
        [{ '/types/array/value': 'constructor' }, 'notAllowed'],
        [{ '/types': {} }, 'empty'],
      ],
    }),
  )('%s: %j → %s', (file, edits, ...errors) => {
    expect(errorsAfter(file, edits)).toEqual(errors)
  })
})

describe('roster.json', () => {
  test.each(
    slips({
      'roster.json': [
        [{ '/columns/2/field': 'serail' }, 'unknownField serial'],
        [{ '/fileName/ko': '../양식.xlsx' }, '/fileName fileName'],
        [{ '/columns/2/rules': ['strongPassword'] }, './0 ruleKind'],
        [{ '/columns/6/field': 'vendor_name' }, 'unknownField'],
        [{ '/columns/0/max': 10 }, 'minimum'],
        [{ '/columns/9/required': true }, 'requiredAbove'],
        [{ '/sheet': '단말/목록' }, 'sheetName'],
      ],
    }),
  )('%s: %j → %s', (file, edits, ...errors) => {
    expect(errorsAfter(file, edits)).toEqual(errors)
  })
})

describe('dashboard.json', () => {
  test.each(
    slips({
      'dashboard.json': [
        [{ '/map/regions/0/id': 'KR-12' }, '/map/regions regionLeftOut', 'notOnMap KR-11'],
        [{ '/map/regions/0/type': 'City' }, 'notAllowed'],
        [{ '/map/file': 'map/korea-provinzes.geojson' }, 'missingFile map/korea-provinces.geojson'],
        [{ '/refreshMs': 10 }, 'minimum'],
        [{ '/widgets/2/text/ko': '모든 업체' }, '/widgets/2/text countMissing'],
        [{ '/widgets/3/name': 'model' }, 'notAllowed models'],
        [{ '/widgets/3/name': 'vendors' }, 'duplicate'],
        [{ '/map/regions/0/type': 'Province' }, 'regionType'],
        [{ '/widgets/0/name': 'constructor' }, 'notAllowed'],
      ],
    }),
  )('%s: %j → %s', (file, edits, ...errors) => {
    expect(errorsAfter(file, edits)).toEqual(errors)
  })
})
