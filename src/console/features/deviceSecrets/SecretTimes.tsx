/** Since when a device has its secret, and until when an earlier one is good beside it. */
import { useTranslate } from 'ra-core'
import type { SecretStatus } from '../../../contract/deviceSecrets'
import { Facts } from '../../ui/text/Facts'
import { TimeText } from '../../ui/time/TimeText'

interface Props {
  issued?: SecretStatus['issued']
  until: SecretStatus['old_until']
}

export function SecretTimes({ issued = null, until }: Props) {
  const translate = useTranslate()
  const times = { issued, old: until }
  const facts = Object.entries(times).flatMap(([name, time]) =>
    time ? [{ name, label: translate(`secrets.device.${name}`), value: <TimeText time={time} /> }] : [],
  )
  return facts.length > 0 && <Facts stacked facts={facts} />
}
