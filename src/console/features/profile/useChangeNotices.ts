/** Notices about the result of a change, shown above the fields (§8). */
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { useConfig } from '../../config'
import { useNotice } from '../../ui/notices/useNotice'

/** Shown when the page mounts again, as it does after the user has changed their e-mail address. */
let noticeOnMount: string | undefined

export const showNoticeOnMount = (text: string | undefined) => {
  noticeOnMount = text
}

export function useChangeNotices() {
  const translate = useTranslate()
  const { notice, show } = useNotice(useConfig().app.timing.noticeMs)
  useEffect(() => {
    if (noticeOnMount) show({ tone: 'success', text: noticeOnMount })
    noticeOnMount = undefined
  }, [show])
  return {
    notice,
    done: (text: string) => show({ tone: 'success', text }),
    /** @param detail the server's message, unless a field shows it */
    failed: (detail?: string) => show({ tone: 'error', text: translate('profile.failed'), detail }),
    clear: () => show(undefined),
  }
}

export type ChangeNotices = ReturnType<typeof useChangeNotices>
