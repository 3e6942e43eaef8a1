/** The new secrets of a batch as a spreadsheet, the only place where they stand. */
import { formatPhone } from '../../domain/phone'
import type { DeviceSecret } from '../commands/gateway/deviceSecrets'
import type { Download, SheetWords } from './download'

/**
 * The secret stands behind the IMEI, where `npm run simulate` looks for it.
 *
 * @param hidden fields of devices that the caller may not see
 */
export function secretSheet(
  { name, secrets }: { name: string; secrets: readonly DeviceSecret[] },
  { locale, translate, hidden }: SheetWords & { hidden: ReadonlySet<string> },
): Download {
  const word = (key: string) => translate(locale, `secrets.sheet.${key}`)
  const withPhone = !hidden.has('isdn')
  return {
    fileName: translate(locale, 'secrets.sheet.fileName', { name }),
    sheets: [
      {
        name: word('name'),
        columns: [
          ...(withPhone ? [{ header: word('phone'), width: 16 }] : []),
          { header: 'IMEI', width: 18 },
          { header: word('secret'), width: 40 },
        ],
        rows: (function* () {
          for (const { imei, isdn, secret } of secrets)
            yield [...(withPhone ? [formatPhone(isdn)] : []), imei, secret]
        })(),
      },
    ],
  }
}
