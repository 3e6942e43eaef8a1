/** What failed because the server was away is read again when it is back. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readFailedAgain } from '../api/queryClient'
import { connection } from '../connection'

export function Reconnection() {
  const queries = useQueryClient()
  useEffect(() => connection.listen({ again: () => void readFailedAgain(queries) }), [queries])
  return null
}
