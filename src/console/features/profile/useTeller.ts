/** What became of a change, above the fields (§8). */
import { useTranslate } from 'ra-core'
import { useEffect } from 'react'
import { useConfig } from '../../config'
import { useNotice } from '../../ui/useNotice'
import { forgetNews, newsKept } from './news'

export interface Teller {
  done(news: string): void
  /** @param why what the server said, where no field says it already */
  failed(why: string): void
  clear(): void
}

export function useTeller() {
  const translate = useTranslate()
  const { notice, show } = useNotice(useConfig().app.timing.noticeMs)
  useEffect(() => {
    const news = newsKept()
    if (news) show({ tone: 'success', text: news })
    forgetNews()
  }, [show])
  const teller: Teller = {
    done: text => show({ tone: 'success', text }),
    failed: detail =>
      show({ tone: 'error', text: translate('profile.failed'), ...(detail ? { detail } : {}) }),
    clear: () => show(undefined),
  }
  return { notice, teller }
}
