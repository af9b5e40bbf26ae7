let text = '';
for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
process.stdout.write(text.toUpperCase());
