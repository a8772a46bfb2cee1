/// The contrast of a page's texts, measured in the page.
///
/// https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio
enum Contrast {
  /// The visible texts whose contrast is below 4.5 to 1, with their classes and ratios; of fields,
  /// the value or the placeholder.
  static let tooLow = """
    (() => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const rgb = color => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return context.getImageData(0, 0, 1, 1).data;
      };
      const part = value => {
        const v = value / 255;
        return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
      };
      const luminance = d => 0.2126 * part(d[0]) + 0.7152 * part(d[1]) + 0.0722 * part(d[2]);
      const behind = node => {
        for (; node; node = node.parentElement) {
          const color = rgb(getComputedStyle(node).backgroundColor);
          if (color[3] > 200) return color;
        }
        return rgb('Canvas');
      };
      const low = new Set();
      const measure = (node, color, text) => {
        const a = luminance(rgb(color)), b = luminance(behind(node));
        const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (ratio < 4.5) low.add(`${node.className} ${text.slice(0, 20)} ${ratio.toFixed(2)}`);
      };
      const isSeen = node => node.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && !node.matches(':disabled');
      for (const node of document.querySelectorAll('body *')) {
        const hasText = [...node.childNodes].some(t => t.nodeType === 3 && t.data.trim());
        if (hasText && isSeen(node)) measure(node, getComputedStyle(node).color, node.textContent);
      }
      for (const node of document.querySelectorAll('input, textarea')) {
        const text = node.value || node.placeholder;
        if (!text || ['checkbox', 'file'].includes(node.type) || !isSeen(node)) continue;
        const color = getComputedStyle(node, node.value ? null : '::placeholder').color;
        // The text of the editor for SQL is drawn behind it.
        if (rgb(color)[3] > 200) measure(node, color, text);
      }
      return [...low];
    })()
    """
}
