/** A style sheet as text: what a test file puts on the page it can take off again, for those that share the page. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
