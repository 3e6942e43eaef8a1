/** What we use of a package that brings no types: whole-file locks of the kernel. */
declare module 'fs-native-extensions' {
  /** False when another open file holds the lock. */
  export function tryLock(fd: number): boolean
}
