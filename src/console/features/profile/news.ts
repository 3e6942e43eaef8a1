/** What is to be said once the page has begun anew, as it does for a session with another address. */
let kept: string | undefined

export const keepNews = (news: string) => {
  kept = news
}
export const newsKept = () => kept
export const forgetNews = () => {
  kept = undefined
}
