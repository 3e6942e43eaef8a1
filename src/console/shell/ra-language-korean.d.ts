declare module 'ra-language-korean' {
  import type { TranslationMessages } from 'ra-core'

  const messages: TranslationMessages
  export default messages
}
