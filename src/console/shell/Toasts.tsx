/** Notices of react-admin, in the time that config gives them (§9: 9 seconds unless said otherwise). */
import { Notification } from 'react-admin'
import { useConfig } from '../config'

export function Toasts() {
  return (
    <Notification
      autoHideDuration={useConfig().app.timing.defaultToastMs}
      anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
    />
  )
}
