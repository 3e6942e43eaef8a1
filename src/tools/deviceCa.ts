/**
 * `npm run device-ca -- make FOLDER`, `issue FOLDER IMEI…`, `broker FOLDER HOST`, `revoke FOLDER IMEI…`: an authority
 * for the certificates of devices, for installations that have none. `--days N` is the validity of a certificate.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkImei } from '../domain/imei'
import { errorCode } from '../server/store/failures'
import { done, failed, runCommand, type SentenceOf } from './command'
import { AUTHORITY_FILES, createAuthority, issueBroker, issueDevice, revoke } from './deviceCa/authority'

const DEFAULT_DAYS = '3650'
/** A DNS name or IP address. */
const HOST = /^[a-z0-9]([a-z0-9.:-]*[a-z0-9])?$/i

const parseArguments = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { days: { type: 'string', default: DEFAULT_DAYS } } })
  } catch {
    return undefined
  }
}

await runCommand(async (_, sentence) => {
  const { positionals: [task, folderName, ...subjects] = [], values } = parseArguments() ?? {}
  const days = Number(values?.days)
  if (!task || !folderName || !(Number.isInteger(days) && days >= 1 && days <= 36_500))
    return failed(sentence('deviceCa.usage'))
  // npm changes to the folder of the package; INIT_CWD is where the user called it.
  const folder = resolve(process.env.INIT_CWD ?? '.', folderName)
  try {
    return await runTask(task, folder, subjects, { days, now: new Date() }, sentence)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST') return failed(sentence('deviceCa.there', { folder }))
    if (code === 'ENOENT') return failed(sentence('deviceCa.none', { folder }))
    throw error
  }
})

/** @param subjects the IMEIs of devices, or the host of a broker */
async function runTask(
  task: string,
  folder: string,
  subjects: string[],
  { days, now }: { days: number; now: Date },
  sentence: SentenceOf,
) {
  if (task === 'make' && subjects.length === 0) {
    await createAuthority(folder, 'Fleet device authority', now)
    return done(sentence('deviceCa.made', { folder, ...AUTHORITY_FILES }))
  }
  if (subjects.length === 0) return failed(sentence('deviceCa.usage'))
  if (task === 'broker') {
    const [host = ''] = subjects
    if (subjects.length > 1 || !HOST.test(host)) return failed(sentence('deviceCa.usage'))
    return done(sentence('deviceCa.issued', { name: host, ...(await issueBroker(folder, host, days, now)) }))
  }
  if (task !== 'issue' && task !== 'revoke') return failed(sentence('deviceCa.usage'))
  const wrongImei = subjects.find(imei => checkImei(imei) !== undefined)
  if (wrongImei !== undefined) return failed(sentence('deviceCa.imei', { imei: wrongImei }))
  const lines: string[] = []
  for (const imei of subjects) {
    if (task === 'issue')
      lines.push(sentence('deviceCa.issued', { name: imei, ...(await issueDevice(folder, imei, days, now)) }))
    else lines.push(sentence('deviceCa.revoked', { name: imei, count: await revoke(folder, imei, now) }))
  }
  return done(...lines)
}
