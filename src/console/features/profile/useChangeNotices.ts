/** What became of a change, above the fields (§8). */
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { useConfig } from '../../config'
import { useNotice } from '../../ui/notices/useNotice'

/** Shown after the page has been mounted again, as it is for a session with another e-mail address. */
let pending: string | undefined

export const keepNotice = (text: string | undefined) => {
  pending = text
}

export function useChangeNotices() {
  const translate = useTranslate()
  const { notice, show } = useNotice(useConfig().app.timing.noticeMs)
  useEffect(() => {
    if (pending) show({ tone: 'success', text: pending })
    pending = undefined
  }, [show])
  return {
    notice,
    done: (text: string) => show({ tone: 'success', text }),
    /** @param detail what the server said, where no field says it already */
    failed: (detail?: string) => show({ tone: 'error', text: translate('profile.failed'), detail }),
    clear: () => show(undefined),
  }
}

export type ChangeNotices = ReturnType<typeof useChangeNotices>
