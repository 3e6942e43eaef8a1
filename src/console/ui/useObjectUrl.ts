/** An object URL for a blob, revoked when the blob changes or the component unmounts. */
import { useEffect, useState } from 'react'

export function useObjectUrl(blob: Blob | null | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const objectUrl = URL.createObjectURL(blob)
    setUrl(objectUrl)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(objectUrl)
    }
  }, [blob])
  return url
}
