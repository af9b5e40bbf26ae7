/** Query strings that show something, by what they show. */
export const samples = {
  'A search': { text: 'q=caf%C3%A9+au%20lait&where=K%C3%B6ln (S%C3%BCd)&tag=rust&tag=wasm&mood=%F0%9F%98%80&page=2' },
  'Repeated keys': { text: 'tag=a&tag=b&sort=date&tag=c&sort=name&page=2' },
  'Plus and space': { text: 'q=a+b%20c&sum=1%2B1%3D2&path=/docs/(1)!' },
  'Not UTF-8': { text: 'latin1=caf%E9&cut=%E2%82&percent=100%&bad=%zz' },
  Semicolons: { text: 'color:blue;size:42;size:44', separator: ';', equals: ':' },
  'Half an emoji': { text: 'half=\ud83d&whole=😀' },
};
