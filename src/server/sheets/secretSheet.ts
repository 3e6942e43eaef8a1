/** Exports the new secrets of a batch as a spreadsheet. They are stored nowhere else. */
import { formatPhone } from '../../domain/phone'
import type { DeviceSecret } from '../commands/gateway/deviceSecrets'
import type { Download, SheetWords } from './download'

/**
 * The column of the secret must follow that of the IMEI: `npm run simulate` expects it there.
 *
 * @param hidden fields of devices that the caller may not see
 */
export function secretSheet(
  { name, secrets }: { name: string; secrets: readonly DeviceSecret[] },
  { locale, translate, hidden }: SheetWords & { hidden: ReadonlySet<string> },
): Download {
  const translateKey = (key: string) => translate(locale, `secrets.sheet.${key}`)
  const withPhone = !hidden.has('isdn')
  return {
    fileName: translate(locale, 'secrets.sheet.fileName', { name }),
    sheets: [
      {
        name: translateKey('name'),
        columns: [
          ...(withPhone ? [{ header: translateKey('phone'), width: 16 }] : []),
          { header: 'IMEI', width: 18 },
          { header: translateKey('secret'), width: 40 },
        ],
        rows: (function* () {
          for (const { imei, isdn, secret } of secrets)
            yield [...(withPhone ? [formatPhone(isdn)] : []), imei, secret]
        })(),
      },
    ],
  }
}
