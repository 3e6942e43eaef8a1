/** Shows again what could not be fetched, once the server is there after it was away. */
import { useEffect } from 'react'
import { connection } from '../../connection'
import { renewFailedCode } from './lazyComponent'

export function useOnReconnect(act: (() => void) | undefined): void {
  useEffect(() => {
    if (!act) return
    const leave = connection.listen({
      changed: () => {
        if (connection.state() !== 'reached') return
        renewFailedCode()
        act()
      },
    })
    connection.failed()
    return leave
  }, [act])
}
